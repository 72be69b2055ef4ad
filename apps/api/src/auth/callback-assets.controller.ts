import { Controller, Get, Header } from '@nestjs/common';
import { Public } from '../edge/access.decorator.js';
import { PAGE_ASSETS } from './callback-page.service.js';

/** The address names the content, so that a cache may keep it. */
const CACHE = 'public, max-age=86400';

/** Script and style of the last page of the browser flow. */
@Controller('oauth/callback')
@Public({ unlimited: true })
export class CallbackAssetsController {
  @Get('page.js')
  @Header('content-type', 'text/javascript; charset=utf-8')
  @Header('cache-control', CACHE)
  script(): string {
    return PAGE_ASSETS.script.content;
  }

  @Get('page.css')
  @Header('content-type', 'text/css; charset=utf-8')
  @Header('cache-control', CACHE)
  style(): string {
    return PAGE_ASSETS.style.content;
  }
}
