interface Graph {
  getModuleInfo(id: string): { importedIds: readonly string[] } | null;
}

/**
 * Gathers everything that some modules import statically into one chunk. Without it the build makes a file for each
 * icon and each part of the component library, and the first page asks for more than fifty.
 */
export function closureOf(...roots: string[]) {
  let members: Set<string> | undefined;
  const collect = (graph: Graph) => {
    const found = new Set<string>();
    const visit = (id: string) => {
      if (found.has(id)) return;
      found.add(id);
      graph.getModuleInfo(id)?.importedIds.forEach(visit);
    };
    for (const root of roots) visit(root);
    return found;
  };
  return (id: string, graph: Graph): boolean => (members ??= collect(graph)).has(id);
}
