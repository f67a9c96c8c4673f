import { listAudit } from '../../tools/operation/list-audit.ts'
import { showAgent } from '../../tools/operation/show-agent.ts'
import { createUser } from '../../tools/ownership/create-user.ts'
import { listUsers } from '../../tools/ownership/list-users.ts'
import { listSettings } from '../../tools/settings/list-settings.ts'
import { setSetting } from '../../tools/settings/set-setting.ts'
import { unsetSetting } from '../../tools/settings/unset-setting.ts'
import { type Verb, verb } from './verb.ts'

/** Every verb of the operator's command line, in the order of its help. */
export const VERBS: readonly Verb[] = [
  // people
  verb('user create', createUser),
  verb('user list', listUsers),

  // agents
  verb('agent show', showAgent, { positional: ['agent'] }),

  // settings
  verb('setting list', listSettings),
  verb('setting set', setSetting, { positional: ['name', 'value'] }),
  verb('setting unset', unsetSetting, { positional: ['name'] }),

  // what was changed
  verb('audit list', listAudit),
]
