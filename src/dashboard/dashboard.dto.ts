import { ApiProperty, ApiSchema } from '@nestjs/swagger';
import { PAGE_ICONS, type PageIcon } from '../core/features/index.js';

@ApiSchema({ name: 'DashboardPage' })
export class DashboardPageDto {
  /** A path below that of another page is a tab of it. */
  @ApiProperty({ example: '/alerts' })
  path!: string;
  @ApiProperty({ example: 'Alerts' })
  title!: string;
  /** The path of an ES module. Its default export draws the page. `null`: the dashboard draws it. */
  @ApiProperty({ type: String, nullable: true, example: '/pages/alerts-1f3a5c7e.js' })
  script!: string | null;
  @ApiProperty({ enum: PAGE_ICONS, enumName: 'PageIcon', example: 'bell' })
  icon!: PageIcon;
  /** Whether the navigation shows it to administrators alone. */
  @ApiProperty({ example: false })
  admins_only!: boolean;
  /** Whether it shows what belongs to the chosen organization. */
  @ApiProperty({ example: true })
  of_organization!: boolean;
}

@ApiSchema({ name: 'DashboardPages' })
export class DashboardPagesDto {
  data!: DashboardPageDto[];
}
