// What the flasks of a solution say to each other and to the client that submitted it. All of it travels on numbered
// channels: exactly once, in order for each pair. Molecules go as bytes (runtime/molecule-bytes.ts).
import type { PieceForm } from '../../runtime/index.ts';
import type { CaptureMessage, Gift } from '../capture/messages.ts';
import type { SpreadMessage } from '../spread/spread.ts';

/** So many molecules travel in one message at most: moves, input and pages of the result. */
export const MOST_IN_A_MESSAGE = 16_384;

/** What counts against each other: when all that was sent has been received, nothing is on its way. */
export interface Tally {
  readonly sent: number;
  readonly received: number;
}

/** A message with the stage that its sender is in: the receiver may not be there yet. */
export interface Envelope {
  readonly stage: number;
  readonly message: FlaskMessage;
}

/** Flask to flask. Those marked * are counted in tallies: they may set the receiver going. */
export type FlaskMessage =
  /** * These molecules are yours now. `ids` are the sender's numbers for them, where the solution is observed. */
  | {
      readonly type: 'move';
      readonly bytes: Uint8Array;
      readonly ids: readonly number[] | null;
      /** It answers a thief. */
      readonly stolen: boolean;
    }
  /** * To the keeper of a rule: these are left over here, and might fit. */
  | {
      readonly type: 'advert';
      readonly rule: number;
      readonly bytes: Uint8Array;
      readonly ids: readonly number[];
    }
  /** * From the keeper of a rule: these would react. Capture them. */
  | {
      readonly type: 'suggest';
      readonly rule: number;
      readonly combination: readonly Member[];
    }
  /** * A message of the capture protocol. */
  | { readonly type: 'capture'; readonly message: CaptureMessage }
  /** * Molecules that were captured, with their ownership. */
  | {
      readonly type: 'given';
      readonly gift: Gift;
      readonly bytes: Uint8Array;
    }
  /** * Nothing came of a suggestion: advertise what you still have of it. */
  | { readonly type: 'readvertise'; readonly ids: readonly number[] }
  /**
   * * From now on everything meets at flask 0: a rule came up that nobody planned for, or somebody finds no end while
   * others may wait for what it has.
   */
  | { readonly type: 'converge' }
  /** * From flask 0: the next stage begins; the rules of the last one are gone. */
  | { readonly type: 'stage'; readonly stage: number }
  /** Of the search for work: it sets nobody going. */
  | { readonly type: 'share'; readonly message: SpreadMessage }
  /** From flask 0: all of the input is on its way. */
  | { readonly type: 'start' }
  /** To flask 0: nothing is left to do here. */
  | { readonly type: 'quiet'; readonly tally: Tally; readonly figures: Figures }
  /** From flask 0: is it still as you said? */
  | { readonly type: 'wave'; readonly wave: number }
  | {
      readonly type: 'wave-answer';
      readonly wave: number;
      readonly tally: Tally;
      readonly quiet: boolean;
    }
  /** To flask 0: give me reactions to make, where they are bounded. */
  | { readonly type: 'want-fuel' }
  | { readonly type: 'fuel'; readonly reactions: number }
  | { readonly type: 'spare-fuel'; readonly reactions: number }
  /** From flask 0: it is over. */
  | { readonly type: 'end'; readonly status: EndStatus }
  /** To flask 0: it was stopped here. Told again when something has come or gone since. */
  | { readonly type: 'ended'; readonly ending: Ending };

/** `inert` is proved; `stopped` means that a bound was reached, or that somebody asked. */
export type EndStatus = 'inert' | 'stopped';

/** What a flask has done so far. */
export interface Figures {
  readonly reactions: number;
  /** Messages to other flasks that may set them going. */
  readonly messages: number;
  readonly captures: CaptureFigures;
}

/** How it stands in a flask that was stopped. */
export interface Ending {
  /** Null where the program cannot run: what is sent there is never received. */
  readonly tally: Tally | null;
  readonly figures: Figures;
  /** Effects that were asked for and have not answered. */
  readonly unanswered: number;
}

export interface CaptureFigures {
  readonly optimistic: number;
  readonly pessimistic: number;
  readonly aborted: number;
}

/** Client to flask. */
export type ClientMessage =
  | { readonly type: 'put'; readonly bytes: Uint8Array }
  /** The same as a piece of a text in JSON (runtime/json-cut.ts), which is read where it has come to. */
  | { readonly type: 'put-text'; readonly form: PieceForm; readonly bytes: Uint8Array }
  /** To flask 0: so many of both went to each flask, and no more will come. */
  | { readonly type: 'go'; readonly puts: number }
  /** To flask 0: tell me when it is over. */
  | { readonly type: 'watch' }
  /** To flask 0: stop. */
  | { readonly type: 'stop' }
  /** To any flask of an observed solution: tell me all that happens there. */
  | { readonly type: 'observe' }
  /** To any flask, after the end: molecules from this number on. */
  | { readonly type: 'read'; readonly from: number };

/** Flask to client. */
export type ToClient =
  /** `unanswered` counts the effects that were asked for and have not answered: their products are nowhere. */
  | {
      readonly type: 'over';
      readonly status: EndStatus;
      readonly figures: Figures;
      readonly unanswered: number;
    }
  /** `next` is where the next page begins; null after the last. */
  | {
      readonly type: 'page';
      readonly flask: number;
      readonly from: number;
      readonly bytes: Uint8Array;
      readonly next: number | null;
    }
  /** What has happened in a flask of an observed solution, as JSON (telling.ts); all that is before a page. */
  | { readonly type: 'history'; readonly bytes: Uint8Array }
  /** The program cannot run here; a sentence. */
  | { readonly type: 'failed'; readonly reason: string };

/** A molecule of a combination: its owner when it was advertised, and its identity there. */
export interface Member {
  readonly flask: number;
  readonly id: number;
}
