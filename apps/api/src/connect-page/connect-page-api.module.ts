import { Module } from '@nestjs/common';
import { ConnectPageStore } from './connect-page-store.service.js';
import { ConnectPageController } from './connect-page.controller.js';

/** `/connect`: the hosted page. */
@Module({ controllers: [ConnectPageController], providers: [ConnectPageStore] })
export class ConnectPageApiModule {}
