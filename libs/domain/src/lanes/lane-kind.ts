import { LANE_KINDS, type LaneKind } from '@svc/contracts/workflows';

/** The kind that a row names. */
export function laneKind(text: string): LaneKind {
  const kind = LANE_KINDS.find((known) => known === text);
  if (!kind) throw new Error(`There are no lanes of the kind "${text}".`);
  return kind;
}
