import { type ConfirmedDeletions, type HeldDeletionsBody } from '@svc/contracts';
import { HeldDeletions, type EnvironmentCaller } from '@svc/domain';
import { type NamedConnection } from '../edge/connection-headers.decorator.js';
/** Decides about deletions that a sync's guard holds. */
export declare class HeldDeletionsController {
    private readonly held;
    constructor(held: HeldDeletions);
    confirm({ environmentId }: EnvironmentCaller, connection: NamedConnection, body: HeldDeletionsBody): Promise<ConfirmedDeletions>;
    discard({ environmentId }: EnvironmentCaller, connection: NamedConnection, body: HeldDeletionsBody): Promise<{
        success: true;
    }>;
}
//# sourceMappingURL=held-deletions.controller.d.ts.map