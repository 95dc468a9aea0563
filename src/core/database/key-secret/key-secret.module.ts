import { Module } from '@nestjs/common';
import { KeySecretRotationService } from './key-secret-rotation.service.js';

@Module({ providers: [KeySecretRotationService] })
export class KeySecretModule {}
