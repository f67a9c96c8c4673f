import type { VersionEnding } from '../../storage/versions/version-endings.ts'
import type { Installation } from '../core/context.ts'

const dayOf = (moment: string) => moment.slice(0, 10)

/** The mail to owners about a version that ends. */
export function deprecationMail(
  { version, successor_version, sunset_at, migration_guide_url }: VersionEnding,
  { name, baseUrl }: Pick<Installation, 'name' | 'baseUrl'>,
): { subject: string; content: string } {
  return {
    subject: `${name}: API version ${version} ends on ${dayOf(sunset_at)}`,
    content:
      `You own an agent at ${name}, ${baseUrl}.\n\nVersion ${version} of the API that agents use there ends at ` +
      `${sunset_at}.\nAfter that, its routes only report that they have ended. Version ${successor_version} ` +
      `replaces\nit. The migration guide for agents is at\n\n  ${migration_guide_url}\n\nYour agents were notified ` +
      'too, with the event platform.api.deprecation_notice.\n',
  }
}
