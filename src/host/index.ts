// What the command line and embedding programs may use of host.

export type { ClusterSchemes, ClusterSchemesOptions } from './coordination/cluster.ts';
export { type Coordination, CoordinationError, type Stay } from './coordination/coordination.ts';
export type { Errand } from './coordination/errands.ts';
export { openClusterSchemes } from './coordination/open-cluster.ts';
export { ownSchemes } from './coordination/schemes.ts';
export { defaultMemoryLimit, type StopReason } from './drive.ts';
export { EffectRunner, type Schemes } from './effect-runner.ts';
export { DEFAULT_MAX_STATES, type ExploreOptions, explore } from './explore.ts';
export {
  fileImports,
  fileProblem,
  importOwnPackage,
  importPackage,
  readSource,
  readText,
  writeProblem,
} from './files.ts';
export { type Gathered, type GivenFunctions, gather, type ImportSource } from './gather.ts';
export {
  type InstalledModules,
  installedProgram,
  installFolder,
  installModulesOf,
  type ProgramText,
} from './installed.ts';
export type {
  EffectContext,
  EffectFunction,
  HostFunction,
} from './module-functions.ts';
export {
  type CompileOptions,
  compile,
  compileFile,
  FileError,
  gatherFile,
  judge,
  type Program,
  ProgramError,
} from './program.ts';
export {
  createJournal,
  createTrace,
  RECORD_VERSION,
  RecordError,
  type RecordedRun,
  type Recorder,
  type RunHeader,
  readRun,
  releaseJournal,
  reopenJournal,
} from './record.ts';
export { type Beginning, headerOf, recordedProgram } from './recorded-program.ts';
export { loadRegexEngine, loadRegexEngineFor } from './regex-engine.ts';
export { Departure, type Repeated, repeatRun } from './replay.ts';
export { keepJournal, type Resumed, resumeJournal } from './resume.ts';
export { defaultSeed } from './seed.ts';
export { type RunLimits, type RunResult, run, Solution, type SolutionOptions } from './solution.ts';
