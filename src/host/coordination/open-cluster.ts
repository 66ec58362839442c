// Opens the schemes of a node of a cluster; their machines are loaded then, and not with every command.
import type { ClusterSchemes, ClusterSchemesOptions } from './cluster.ts';

/** Schemes of a node of a cluster, for all of its solutions. */
export async function openClusterSchemes(options: ClusterSchemesOptions): Promise<ClusterSchemes> {
  const { ClusterSchemes } = await import('./cluster.ts');
  return new ClusterSchemes(options);
}
