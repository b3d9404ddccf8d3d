import { evaluateData } from './evaluate-data.ts';
import type { Deployment } from './deployment.ts';
import type { Json } from '../api.ts';

/** `asserts` of languageVersion 2.0: each is a condition that must hold before anything is deployed. */
export function evaluateAsserts(deployment: Deployment): void {
  const { frame, template } = deployment;
  for (const name in template.asserts) {
    const path = [...deployment.base, template.key('asserts'), name];
    const holds = frame.within({ path, loops: deployment.loops }, () => evaluateData(template.asserts[name] as Json, frame));
    if (holds === false) frame.run.report(frame.document, 'AssertFailed', path, name);
  }
}
