import { ApiProperty, ApiSchema } from '@nestjs/swagger';

@ApiSchema({ name: 'DashboardPage' })
export class DashboardPageDto {
  @ApiProperty({ example: '/alerts' })
  path!: string;
  @ApiProperty({ example: 'Alerts' })
  title!: string;
  /** The path of an ES module. Its default export draws the page. */
  @ApiProperty({ example: '/pages/alerts-1f3a5c7e.js' })
  script!: string;
}

@ApiSchema({ name: 'DashboardPages' })
export class DashboardPagesDto {
  data!: DashboardPageDto[];
}
