export const blueprintPages = { blueprints: null, blueprint: null, blueprintProvision: null, blueprintManagement: null };
