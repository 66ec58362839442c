// What a person may ask the ledger, as plain data; both token machines show it.
import type { Millis, NodeId } from '../../base/index.ts';
import type { Ledger } from './ledger.ts';

/** A member of either machine, which may have the ledger. */
export interface LedgerState {
  readonly ledger: Ledger | null;
}

export interface LedgerStatus {
  readonly ratePerSecond: number;
  readonly isResizing: boolean;
  readonly leases: readonly {
    readonly token: number;
    readonly epoch: number;
    readonly holder: NodeId | null;
    readonly endMs: Millis;
  }[];
}

export function statusOfLedger({ ratePerSecond, resizing, entries }: Ledger): LedgerStatus {
  const leases = entries.map(({ token, epoch, holder, endMs }) => ({
    ...{ token, epoch, holder, endMs },
  }));
  return { ratePerSecond, isResizing: resizing !== null, leases };
}
