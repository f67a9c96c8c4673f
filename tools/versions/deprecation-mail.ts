import type { VersionEnding } from '../../storage/versions/version-endings.ts'
import type { Installation } from '../core/context.ts'

const dayOf = (moment: string) => moment.slice(0, 10)

/** What owners of agents read of a version that ends. */
export function deprecationMail(
  { version, successor_version, sunset_at, migration_guide_url }: VersionEnding,
  { name, baseUrl }: Pick<Installation, 'name' | 'baseUrl'>,
): { subject: string; content: string } {
  return {
    subject: `${name}: version ${version} of the interface ends on ${dayOf(sunset_at)}`,
    content: `You own an agent at ${name}, ${baseUrl}.

Version ${version} of the interface that agents use there ends at ${sunset_at}.
From then on its routes answer nothing but that they have ended. Version ${successor_version} takes
its place; how an agent changes over to it is written at

  ${migration_guide_url}

Your agents have been told too, by the event platform.api.deprecation_notice.
`,
  }
}
