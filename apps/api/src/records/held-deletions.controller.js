var __decorate = (this && this.__decorate) || function (decorators, target, key, desc) {
    var c = arguments.length, r = c < 3 ? target : desc === null ? desc = Object.getOwnPropertyDescriptor(target, key) : desc, d;
    if (typeof Reflect === "object" && typeof Reflect.decorate === "function") r = Reflect.decorate(decorators, target, key, desc);
    else for (var i = decorators.length - 1; i >= 0; i--) if (d = decorators[i]) r = (c < 3 ? d(r) : c > 3 ? d(target, key, r) : d(target, key)) || r;
    return c > 3 && r && Object.defineProperty(target, key, r), r;
};
var __metadata = (this && this.__metadata) || function (k, v) {
    if (typeof Reflect === "object" && typeof Reflect.metadata === "function") return Reflect.metadata(k, v);
};
var __param = (this && this.__param) || function (paramIndex, decorator) {
    return function (target, key) { decorator(target, key, paramIndex); }
};
import { Body, Controller, HttpCode, Post } from '@nestjs/common';
import { heldDeletionsBodySchema } from '@svc/contracts';
import { HeldDeletions } from '@svc/domain';
import { EnvironmentAccess } from '../edge/access.decorator.js';
import { CurrentEnvironment } from '../edge/caller.decorator.js';
import { ConnectionFromHeaders } from '../edge/connection-headers.decorator.js';
/** Decides about deletions that a sync's guard holds. */
let HeldDeletionsController = class HeldDeletionsController {
    held;
    constructor(held) {
        this.held = held;
    }
    async confirm({ environmentId }, connection, body) {
        return { count: await this.held.confirm({ environmentId, ...connection }, body) };
    }
    async discard({ environmentId }, connection, body) {
        await this.held.discard({ environmentId, ...connection }, body);
        return { success: true };
    }
};
__decorate([
    Post('confirm'),
    HttpCode(200),
    __param(0, CurrentEnvironment()),
    __param(1, ConnectionFromHeaders()),
    __param(2, Body({ schema: heldDeletionsBodySchema })),
    __metadata("design:type", Function),
    __metadata("design:paramtypes", [Object, Object, Object]),
    __metadata("design:returntype", Promise)
], HeldDeletionsController.prototype, "confirm", null);
__decorate([
    Post('discard'),
    HttpCode(200),
    __param(0, CurrentEnvironment()),
    __param(1, ConnectionFromHeaders()),
    __param(2, Body({ schema: heldDeletionsBodySchema })),
    __metadata("design:type", Function),
    __metadata("design:paramtypes", [Object, Object, Object]),
    __metadata("design:returntype", Promise)
], HeldDeletionsController.prototype, "discard", null);
HeldDeletionsController = __decorate([
    Controller('records/deletions'),
    EnvironmentAccess('environment:records:write'),
    __metadata("design:paramtypes", [HeldDeletions])
], HeldDeletionsController);
export { HeldDeletionsController };
//# sourceMappingURL=held-deletions.controller.js.map