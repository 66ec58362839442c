// The one shape of the four coordination schemes (tokens, groups, pools, balance): options that are
// checked, a state for each member, a step, a status. Whoever drives one knows all four. It is not a
// driver: the simulator, one process and real nodes each carry the effects out in their own way.
import type { NodeId, Result, Step } from '../base/index.ts';

/** A name that the owner of a member gives to one wish; it is unique among the wishes of that member. */
export type RequestId = string;

/**
 * The first command of a member, and the first again after it was brought back from a saved state:
 * it sets the timers and says hello. Nothing is sent or timed before it.
 */
export interface Start {
  readonly type: 'start';
}

/** A wish: to use the rate, to be in a group, to have resources, to have a task done. */
export interface Enter {
  readonly type: 'enter';
  readonly request: RequestId;
}

/** The end of what was entered; of what was not entered yet, its withdrawal. Unknown ones are ignored. */
export interface Leave {
  readonly type: 'leave';
  readonly request: RequestId;
}

/** The wish is granted, now and at this member; it lasts until `leave`. */
export interface Entered {
  readonly type: 'entered';
  readonly request: RequestId;
}

/** The wish cannot be granted and is forgotten; `why` is a sentence for a person. */
export interface Refused {
  readonly type: 'refused';
  readonly request: RequestId;
  readonly why: string;
}

/** What a user wrote cannot be: the option at fault, and a sentence for a person. */
export interface BadOption {
  readonly option: string;
  readonly why: string;
}

/**
 * A scheme. Its commands are `Start`, `Enter`, `Leave` and what it alone can do (a resize); its events
 * are `Entered`, `Refused` and what it alone can tell. Each adds fields of its own to them.
 */
export interface Scheme<
  Options,
  Config,
  State,
  Message,
  Command extends { readonly type: string },
  Event extends { readonly type: string },
  Status,
> {
  readonly name: string;
  /** Fills in what is usual, or says what is wrong with the options. */
  configure(options: Options): Result<Config, BadOption>;
  /** One member before its first command. All members are given the same config. */
  create(config: Config, self: NodeId): State;
  readonly step: Step<State, Message, Command, Event>;
  /** What a person may want to know of one member; plain data, made anew at each call. */
  status(state: State): Status;
}
