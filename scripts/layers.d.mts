// The types of layers.mjs, for the test that plants faults.
export function checkLayers(base?: string): Promise<{ complaints: string[]; files: number }>;
