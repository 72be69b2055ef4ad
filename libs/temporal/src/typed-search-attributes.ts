import { searchAttributesOf, type LaneSubject } from '@svc/contracts/workflows';
import { defineSearchAttributeKey, TypedSearchAttributes } from '@temporalio/common';

/** Search attributes of a run about `subject`, as Temporal's client takes them. */
export const typedSearchAttributes = (subject: LaneSubject): TypedSearchAttributes =>
  new TypedSearchAttributes(
    Object.entries(searchAttributesOf(subject)).map(([name, value]) => ({
      key: defineSearchAttributeKey(name, 'KEYWORD'),
      value,
    })),
  );
