import { pages } from '../../renderer/strings/conversation/pages.ts'
import { pageWork } from '../../renderer/strings/conversation/page-work.ts'
import { inPassport, turnCost, undoTurn } from '../../renderer/strings/on-demand.ts'
import { findPage } from '../../renderer/strings/palette.ts'
import { serverForm } from '../../renderer/strings/servers/servers-form.ts'
import { serverHistory } from '../../renderer/strings/servers/servers-history.ts'
import { serverImport } from '../../renderer/strings/servers/servers-import.ts'
import { serverOverview } from '../../renderer/strings/servers/servers-overview.ts'
import { serverPerformance } from '../../renderer/strings/servers/servers-performance.ts'
import { serverReports } from '../../renderer/strings/servers/servers-reports.ts'
import { audit } from '../../renderer/strings/audit.ts'
import { auditCalls } from '../../renderer/strings/audit-calls.ts'
import { sampling } from '../../renderer/strings/inbox/sampling.ts'
import { company } from '../../renderer/strings/settings/company.ts'
import { settingsRules, settingsSearch } from '../../renderer/strings/settings/settings-pages.ts'
import { strings } from '../../renderer/strings/strings.ts'

/** The interface's texts. Tests name a text by its key, so a rewording is made in one place. */
export const words = {
  ...strings,
  sampling,
  auditCalls,
  company,
  audit,
  findPage,
  inPassport,
  pages,
  pageWork,
  serverForm,
  serverHistory,
  serverImport,
  serverOverview,
  serverPerformance,
  serverReports,
  settingsRules,
  settingsSearch,
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
