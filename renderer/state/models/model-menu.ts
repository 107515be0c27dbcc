import type { ModelInfo } from '../../../shared/events/events.ts'
import type { ModelChoice } from '../../../shared/config/settings.ts'
import { modelFamily, firstOffer, modelsInOrder, type PlaceOfModels } from './endpoints.ts'
import { createStore, useStore } from '../store.ts'

/**
 * The model menu is open; with `turn`, for another model to reply instead of the one it waits for or failed with; with `again`, for
 * another reply to that turn's message. `from` had focus before.
 */
export type ModelMenu = { turn?: string | undefined; again?: string | undefined; from?: Element | null }

const menu = createStore<ModelMenu | undefined>(undefined)

/** Opens the menu; closing it returns focus to where it is now. */
export const openModelMenu = (wanted: Omit<ModelMenu, 'from'> = {}): void =>
  menu.set({ ...wanted, from: document.activeElement })

/** Closes the menu without a choice. */
export const closeModelMenu = (): void => menu.set(undefined)

/** The open model menu; undefined while it is closed. */
export const useModelMenu = (): ModelMenu | undefined => useStore(menu)

/** A model in the menu: its place's name only outside that place's group. */
export type OfferedModel = ModelChoice & { info: ModelInfo; place?: string | undefined; isFirst: boolean }

/** A group of the menu: `older` models are folded, and `more` are left out until the user types. */
export type ModelGroup = { key: string; name: string; models: OfferedModel[]; older: OfferedModel[]; more: number }

/** Max models shown of a place before the user types, and in all after. */
const mostShown = 12
const mostFound = 50

/**
 * The model menu's groups, each model once: those last used, then the others by place. Typing looks in all. The chosen
 * model is never folded.
 */
export function menuGroups(
  places: PlaceOfModels[],
  lastUsed: ModelChoice[],
  typed: string,
  chosen?: ModelChoice,
): ModelGroup[] {
  const wanted = typed.trim().toLowerCase().split(/\s+/)
  const groups = places.map(({ id, name, models }): ModelGroup => {
    const first = firstOffer(models)
    const offered = modelsInOrder(models).map((info) => ({
      endpoint: id,
      model: info.id,
      info,
      isFirst: info === first,
    }))
    return { key: id, name, models: offered, older: [], more: 0 }
  })
  if (typed !== '')
    return found(groups, ({ info, name }) =>
      wanted.every((word) => `${info.name} ${info.id} ${name}`.toLowerCase().includes(word)),
    )
  const known = new Map(groups.flatMap(({ name, models }) => models.map((it) => [of(it), { ...it, place: name }])))
  const used = [...new Set(lastUsed.map(of))].flatMap((key) => known.get(key) ?? []).slice(0, 3)
  const folded = groups.map((group) => withOlderApart(group, chosen))
  if (used.length < 2) return folded.map(shortened)
  const isUsed = (one: ModelChoice): boolean => used.some((it) => of(it) === of(one))
  return [
    { key: '', name: '', models: used, older: [], more: 0 },
    ...folded.map((group) =>
      shortened({
        ...group,
        models: group.models.filter((it) => !isUsed(it)),
        older: group.older.filter((it) => !isUsed(it)),
      }),
    ),
  ].filter(({ models, older }) => models.length + older.length > 0)
}

const of = ({ endpoint, model }: ModelChoice): string => `${endpoint} ${model}`

/** Anthropic lists the newest of each family first. Other lists say nothing about age. */
function withOlderApart(group: ModelGroup, chosen: ModelChoice | undefined): ModelGroup {
  const seen = new Set<string>()
  const isOlder = (it: OfferedModel): boolean => {
    const family = modelFamily(it.info)
    const isFirst = !seen.has(family)
    seen.add(family)
    return !isFirst && it.model.startsWith('claude-') && !(chosen && of(chosen) === of(it))
  }
  const { false: models = [], true: older = [] } = Object.groupBy(group.models, (it) => `${isOlder(it)}` as const)
  return { ...group, models, older }
}

const shortened = (group: ModelGroup): ModelGroup => ({
  ...group,
  models: group.models.slice(0, mostShown),
  more: Math.max(0, group.models.length - mostShown),
})

function found(groups: ModelGroup[], fits: (model: { info: ModelInfo; name: string }) => boolean): ModelGroup[] {
  let room = mostFound
  return groups.flatMap((group) => {
    const fitting = group.models.filter(({ info }) => fits({ info, name: group.name }))
    const models = fitting.slice(0, room)
    room -= models.length
    return fitting.length === 0 ? [] : [{ ...group, models, more: fitting.length - models.length }]
  })
}
