// What the command line and embedding programs may use of host.
export { defaultMemoryLimit, type StopReason } from './drive.ts';
export { DEFAULT_MAX_STATES, type ExploreOptions, explore } from './explore.ts';
export { fileImports, fileProblem, readSource, readText } from './files.ts';
export { type Gathered, type GivenFunctions, gather, type ImportSource } from './gather.ts';
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
export { loadRegexEngineFor } from './regex-engine.ts';
export { Departure, type Repeated, repeatRun } from './replay.ts';
export { keepJournal, type Resumed, resumeJournal } from './resume.ts';
export { type RunLimits, type RunResult, run, Solution, type SolutionOptions } from './solution.ts';
