import { Module } from '@nestjs/common';
import { PackageArchive } from './package-archive.service.js';
import { PackageStore } from './package-store.service.js';
import { PackagesController } from './packages.controller.js';

/** `/packages`: what users install. */
@Module({ controllers: [PackagesController], providers: [PackageStore, PackageArchive] })
export class PackagesApiModule {}
