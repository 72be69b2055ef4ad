import { Module } from '@nestjs/common';
import { PackageStore } from './package-store.service.js';
import { PackagesController } from './packages.controller.js';

/** `/packages`: what users install. */
@Module({ controllers: [PackagesController], providers: [PackageStore] })
export class PackagesApiModule {}
