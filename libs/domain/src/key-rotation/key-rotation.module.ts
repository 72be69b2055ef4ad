import { Module } from '@nestjs/common';
import { KeyRotation } from './key-rotation.service.js';

/** How stored texts follow the encryption key. */
@Module({ providers: [KeyRotation], exports: [KeyRotation] })
export class KeyRotationModule {}
