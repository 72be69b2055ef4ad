import { Module } from '@nestjs/common';
import { ConnectFlowModule } from '@svc/domain';
import { CallbackAssetsController } from './callback-assets.controller.js';
import { CallbackPage } from './callback-page.service.js';
import { ClientMetadataController } from './client-metadata.controller.js';
import { DirectAuthController } from './direct-auth.controller.js';
import { OauthCallbackController } from './oauth-callback.controller.js';
import { OauthConnectController } from './oauth-connect.controller.js';
import { PageAnswers } from './page-answers.service.js';

/** What browsers of end users open: `/oauth`, `/app-auth`, `/api-auth`, `/auth`, `/oauth2`. */
@Module({
  imports: [ConnectFlowModule],
  controllers: [
    CallbackAssetsController,
    ClientMetadataController,
    DirectAuthController,
    OauthCallbackController,
    OauthConnectController,
  ],
  providers: [CallbackPage, PageAnswers],
})
export class AuthApiModule {}
