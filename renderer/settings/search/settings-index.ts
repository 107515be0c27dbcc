import type { SettingsPart } from '../../state/routes.ts'
import { network } from '../../strings/settings/network.ts'
import { company } from '../../strings/settings/company.ts'
import { rules } from '../../strings/inbox/rules.ts'
import { prompts } from '../../strings/prompts.ts'
import { settingsModels } from '../../strings/settings-models.ts'
import { settings } from '../../strings/settings.ts'
import { settingsRules } from '../../strings/settings/settings-pages.ts'
import { fitOf } from '../../ui/search/score.ts'

/** A setting or a fact in the settings; without a title, the page itself. */
export type IndexedSetting = { part: SettingsPart; title?: string; name: string; help: string }

/** A setting that matches; `at` are the places in its name. */
export type FoundSetting = IndexedSetting & { at: number[] }

const { approvals, privacy, about } = settings

type Described = { title: string; help?: string; text?: string }

const on = (part: SettingsPart, ...all: Described[]): IndexedSetting[] =>
  all.map(({ title, help, text }) => ({ part, title, name: title, help: help ?? text ?? '' }))

const pages: IndexedSetting[] = [
  { part: 'models', name: settings.parts.models, help: settingsModels.lede },
  { part: 'approvals', name: settings.parts.approvals, help: approvals.lede },
  { part: 'appearance', name: settings.parts.appearance, help: settings.appearance.lede },
  { part: 'prompts', name: settings.parts.prompts, help: prompts.own.lede },
  { part: 'keyboard', name: settings.parts.keyboard, help: settings.keyboard.lede },
  { part: 'privacy', name: settings.parts.privacy, help: privacy.lede },
  { part: 'limits', name: settings.parts.limits, help: settings.limits.lede },
  { part: 'network', name: settings.parts.network, help: network.lede },
  { part: 'company', name: settings.parts.company, help: company.lede },
  { part: 'installation', name: settings.parts.installation, help: settings.installation.lede },
  { part: 'about', name: settings.parts.about, help: about.lede },
]

/** Everything that can be found, in the order of the pages. */
export const settingsIndex: IndexedSetting[] = [
  ...pages,
  ...on(
    'models',
    settingsModels.standard,
    { title: settingsModels.where, help: settingsModels.look },
    { title: settingsModels.titles, help: settingsModels.titlesHelp },
    settings.compaction,
  ),
  ...on(
    'approvals',
    { title: rules.levels.usual, help: rules.levels.usualHelp },
    { title: approvals.rules, help: `${approvals.rulesHelp} ${settingsRules.add}` },
    { title: approvals.friction, help: [approvals.frictionShort, approvals.silence].join('. ') },
  ),
  ...on('limits', settings.stepLimit, settings.toolTokens, settings.compaction.share, settingsModels.prices),
  ...on('network', network.proxy, network.direct, network.places, network.test),
  ...on('company', company.provider, company.account),
  ...on(
    'appearance',
    ...Object.values(settings.appearance.choices).map(({ title, help, values }) => ({
      title,
      help: help || Object.values(values).join(', '),
    })),
  ),
  ...on(
    'privacy',
    privacy.conversations,
    privacy.audit,
    privacy.reports,
    privacy.secrets,
    privacy.models,
    privacy.servers,
    privacy.telemetry,
    settings.registry,
  ),
  ...on(
    'about',
    { title: about.version },
    settings.sessions,
    { title: about.updates.title, help: Object.values(about.updates.values).join(' ') },
    { title: about.licence, text: about.licenceText },
    { title: about.prices },
    { title: about.firstSteps, help: about.beginAgain },
  ),
]

/** Settings whose name matches, the best first, then those whose description contains every word. */
export function findSettings(query: string): FoundSetting[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean)
  if (words.length === 0) return []
  const isDescribed = ({ name, help }: IndexedSetting): boolean =>
    words.every((word) => `${name} ${help}`.toLowerCase().includes(word))
  return settingsIndex
    .flatMap((setting) => {
      const fit = fitOf(query, setting.name)
      if (fit) return [{ rank: fit.rank, found: { ...setting, at: fit.at } }]
      return isDescribed(setting) ? [{ rank: Infinity, found: { ...setting, at: [] } }] : []
    })
    .toSorted((a, b) => (a.rank === b.rank ? 0 : a.rank - b.rank))
    .map(({ found }) => found)
}
