import { apps } from '../../renderer/strings/conversation/apps.ts'
import { appWork } from '../../renderer/strings/conversation/app-work.ts'
import { inPassport, receiptFacts, turnCost, undoTurn } from '../../renderer/strings/on-demand.ts'
import { searchPage } from '../../renderer/strings/palette.ts'
import { serverForm } from '../../renderer/strings/servers/servers-form.ts'
import { serverHistory } from '../../renderer/strings/servers/servers-history.ts'
import { serverImport } from '../../renderer/strings/servers/servers-import.ts'
import { serverDetail } from '../../renderer/strings/servers/servers-detail.ts'
import { serverPerformance } from '../../renderer/strings/servers/servers-performance.ts'
import { serverReports } from '../../renderer/strings/servers/servers-reports.ts'
import { audit } from '../../renderer/strings/audit.ts'
import { auditCalls } from '../../renderer/strings/audit-calls.ts'
import { sampling } from '../../renderer/strings/inbox/sampling.ts'
import { network } from '../../renderer/strings/settings/network.ts'
import { company } from '../../renderer/strings/settings/company.ts'
import { settingsRules, settingsSearch } from '../../renderer/strings/settings/settings-pages.ts'
import { auditFilter } from '../../renderer/strings/audit-filter.ts'
import { auditLog } from '../../renderer/strings/audit-log.ts'
import { changes } from '../../renderer/strings/changes.ts'
import { chat } from '../../renderer/strings/chat.ts'
import { composer } from '../../renderer/strings/composer.ts'
import { context } from '../../renderer/strings/conversation/context.ts'
import { firstRun } from '../../renderer/strings/first-run.ts'
import { frame, links } from '../../renderer/strings/frame.ts'
import { inbox } from '../../renderer/strings/inbox/inbox.ts'
import { ledger } from '../../renderer/strings/ledger.ts'
import { manual } from '../../renderer/strings/manual.ts'
import { markdown } from '../../renderer/strings/markdown.ts'
import { models } from '../../renderer/strings/models.ts'
import { palette } from '../../renderer/strings/palette.ts'
import { plan } from '../../renderer/strings/inbox/plan.ts'
import { prompts } from '../../renderer/strings/prompts.ts'
import { skills } from '../../renderer/strings/servers/skills.ts'
import { providers } from '../../renderer/strings/providers.ts'
import { questions } from '../../renderer/strings/inbox/questions.ts'
import { resources } from '../../renderer/strings/resources.ts'
import { results } from '../../renderer/strings/results.ts'
import { rules } from '../../renderer/strings/inbox/rules.ts'
import { schemaForm } from '../../renderer/strings/schema-form.ts'
import { serverTools } from '../../renderer/strings/servers/servers-tools.ts'
import { servers } from '../../renderer/strings/servers/servers.ts'
import { settingsModels } from '../../renderer/strings/settings-models.ts'
import { settings } from '../../renderer/strings/settings.ts'
import { signIn } from '../../renderer/strings/servers/sign-in.ts'
import { ui } from '../../renderer/strings/ui.ts'
import { units } from '../../renderer/strings/format/units.ts'

/** The interface's texts. Tests name a text by its key, so a rewording is made in one place. */
export const words = {
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
  ledger,
  manual,
  network,
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
  sampling,
  auditCalls,
  company,
  audit,
  searchPage,
  inPassport,
  apps,
  appWork,
  serverForm,
  serverHistory,
  serverImport,
  serverDetail,
  serverPerformance,
  serverReports,
  settingsRules,
  settingsSearch,
  receiptFacts,
  turnCost,
  undoTurn,
}

/** A text of the catalogue with its slots filled; an unnamed slot stays in braces. */
export const filled = (text: string, slots: Record<string, string>): string =>
  text.replaceAll(/\{(\w+)\}/g, (slot, name: string) => slots[name] ?? slot)

/** Matches any text within a text. */
export const any = '\uE000'

/** Matches any number greater than one. */
export const anyNumber = NaN

const escaped = (text: string): string =>
  text
    .replaceAll(/[$()*+.?[\\\]^{|}]/g, String.raw`\$&`)
    .replaceAll(any, '.*')
    .replaceAll('NaN', String.raw`[\d,.]+`)

const oneOf = (texts: string[]): string => `(${texts.map(escaped).join('|')})`

/** Matches texts that begin with one of these. */
export const beginsWith = (...texts: string[]): RegExp => new RegExp(`^${oneOf(texts)}`)

/** Matches texts that contain one of these. */
export const contains = (...texts: string[]): RegExp => new RegExp(oneOf(texts))

/** Matches exactly one of these texts. */
export const whole = (...texts: string[]): RegExp => new RegExp(`^${oneOf(texts)}$`)
