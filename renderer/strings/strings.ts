import { auditFilter } from './audit-filter.ts'
import { auditLog } from './audit-log.ts'
import { changes } from './changes.ts'
import { chat } from './chat.ts'
import { composer } from './composer.ts'
import { context } from './conversation/context.ts'
import { firstRun } from './first-run.ts'
import { frame, links } from './frame.ts'
import { inbox } from './inbox/inbox.ts'
import { manual } from './manual.ts'
import { markdown } from './markdown.ts'
import { models } from './models.ts'
import { palette } from './palette.ts'
import { plan } from './inbox/plan.ts'
import { prompts } from './prompts.ts'
import { skills } from './servers/skills.ts'
import { providers } from './providers.ts'
import { questions } from './inbox/questions.ts'
import { resources } from './resources.ts'
import { results } from './results.ts'
import { rules } from './inbox/rules.ts'
import { schemaForm } from './schema-form.ts'
import { serverTools } from './servers/servers-tools.ts'
import { servers } from './servers/servers.ts'
import { settingsModels } from './settings-models.ts'
import { settings } from './settings.ts'
import { signIn } from './servers/sign-in.ts'
import { ui } from './ui.ts'
import { units } from './format/units.ts'

/**
 * The interface's own texts, by the part that shows them; parts that load on demand import theirs themselves. A text
 * with elements in it goes through `Phrase`; one that depends on a value is a function. Texts from servers, models and
 * the host aren't here.
 */
export const strings = {
  auditFilter,
  auditLog,
  changes,
  chat,
  composer,
  context,
  firstRun,
  frame,
  inbox,
  links,
  manual,
  markdown,
  models,
  palette,
  plan,
  prompts,
  skills,
  providers,
  questions,
  resources,
  results,
  rules,
  schemaForm,
  serverTools,
  servers,
  settings,
  settingsModels,
  signIn,
  ui,
  units,
}
