import { IsString, Length } from 'class-validator';

export class CreateAlertDto {
  @IsString()
  @Length(1, 100)
  name!: string;
}
