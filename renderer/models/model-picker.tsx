import { Menu } from '@base-ui/react/menu'
import { Suspense, useEffect, useMemo, useRef, useState, type KeyboardEvent, type RefObject } from 'react'
import type { ModelChoice } from '../../shared/config/settings.ts'
import { useAnsweringModel } from '../state/models/answering.ts'
import { useModelName } from '../state/models/model-name.ts'
import { useChosen } from '../state/chat/transcript.ts'
import { href } from '../state/routes.ts'
import { useHost, useLink, useReplica, useSession, type Replica } from '../state/replica.ts'
import { changeDesk } from '../state/forms/desk.ts'
import { chat } from '../strings/chat.ts'
import { models as modelsWords } from '../strings/models.ts'
import { settings as settingsWords } from '../strings/settings.ts'
import { settingsModels } from '../strings/settings-models.ts'
import { useAction } from '../state/action.ts'
import { lazyPart } from '../ui/lazy.ts'
import { classes } from '../ui/classes.ts'
import { plainLabel } from '../../shared/text/hidden-characters.ts'
import { Icon } from '../ui/icon.tsx'
import { announce } from '../ui/page/announcer.tsx'
import menuStyles from '../ui/overlay/menu.module.css'
import { changeBeginning } from '../state/models/beginning.ts'
import styles from './model-picker.module.css'
import { priceInFigures } from '../state/models/money.ts'
import { modelsByPlace } from '../state/models/endpoints.ts'
import {
  closeModelMenu,
  menuGroups,
  openModelMenu,
  useModelMenu,
  type ModelGroup,
  type OfferedModel,
} from '../state/models/model-menu.ts'

const words = modelsWords.picker

const ModelById = lazyPart(async () => (await import('./model-by-id.tsx')).ModelById)

const byHand = 'by-hand'
const keyOf = ({ endpoint, model }: ModelChoice): string => `${endpoint} ${model}`

/** The model of the visible conversation, or of the new one, with a choice of others or none. */
export function ModelPicker() {
  const link = useLink()
  const replica = useReplica()
  const menu = useModelMenu()
  const from = useRef<Element | null>(null)
  const [naming, setNaming] = useState(false)
  const { conversation } = useChosen()
  const answers = useAnsweringModel()
  const name = useModelName(answers?.model ?? '', answers?.endpoint)
  const isReadOnly = useSession()?.right === 'read'
  const [home, setHome] = useState<HTMLElement | null>(null)
  const choose = useAction(async (choice: ModelChoice | null) => {
    if (conversation === undefined) changeBeginning({ choice })
    else await link.call('chooseModel', { conversation, choice })
    if (choice) changeDesk(conversation, (desk) => ({ ...desk, mode: 'message' }))
  })
  const replace = useAction(async (turn: string, choice: ModelChoice | null) => {
    if (!(await choose.run(choice)) || conversation === undefined || choice === null) return
    if (replica.state.turns[turn]) {
      await link.call('cancelTurn', { turn })
      await ended(replica, turn)
    }
    await link.call('continueTurn', { conversation })
  })
  const retry = useAction(async (turn: string, choice: ModelChoice | null) => {
    if (conversation === undefined || choice === null) return
    await link.call('sendAgain', { conversation, turn, choice })
  })
  const take = (choice: ModelChoice | null): void => {
    if (menu?.again !== undefined) void retry.run(menu.again, choice)
    else if (menu?.turn !== undefined) void replace.run(menu.turn, choice)
    else void choose.run(choice)
  }
  const problem = choose.problem ?? replace.problem ?? retry.problem
  const shown = answers ? plainLabel(name, 40) : words.none
  return (
    <span ref={setHome} className={styles.home}>
      {problem && (
        <span className={styles.problem} role="alert">
          {problem}
        </span>
      )}
      <Menu.Root
        open={menu !== undefined && !isReadOnly}
        onOpenChange={(open) => {
          from.current = menu?.from ?? null
          if (open) openModelMenu()
          else closeModelMenu()
        }}
      >
        <Menu.Trigger
          className={styles.trigger}
          aria-label={words.label(shown)}
          disabled={isReadOnly}
          title={isReadOnly ? words.mayNot : undefined}
        >
          <span className="trunc">{shown}</span>
          <Icon name="chevron-down" size={14} />
        </Menu.Trigger>
        <Menu.Portal container={home}>
          <Menu.Positioner
            className={menuStyles.place}
            positionMethod="fixed"
            sideOffset={4}
            align="end"
            anchor={menu?.again === undefined ? undefined : menu.from}
          >
            <Choices
              title={menu?.again === undefined ? undefined : chat.branches.retryWith}
              answers={answers}
              from={from}
              onChoose={take}
              onName={() => setNaming(true)}
            />
          </Menu.Positioner>
        </Menu.Portal>
      </Menu.Root>
      {naming && (
        <Suspense>
          <ModelById
            before={answers}
            onChoose={async (choice) => {
              if (conversation === undefined) changeBeginning({ choice })
              else await link.call('chooseModel', { conversation, choice })
            }}
            onClose={() => setNaming(false)}
          />
        </Suspense>
      )}
    </span>
  )
}

/** Resolves when a turn has ended. */
const ended = (replica: Replica, turn: string): Promise<void> =>
  new Promise((resolve) => {
    const look = (): void => {
      if (replica.state.turns[turn]) return
      stop()
      resolve()
    }
    const stop = replica.subscribe(look)
    look()
  })

type ChoicesProps = {
  title: string | undefined
  answers: ModelChoice | undefined
  /** The element that had focus before it opened. */
  from: RefObject<Element | null>
  onChoose(choice: ModelChoice | null): void
  onName(): void
}

function Choices({ title, answers, from, onChoose, onName }: ChoicesProps) {
  const settings = useHost((state) => state.configured.settings.models)
  const lists = useHost((state) => state.models)
  const lastUsed = useHost((state) => state.lastUsed)
  const places = useMemo(() => modelsByPlace(settings, lists, answers), [settings, lists, answers])
  const [typed, setTyped] = useState('')
  const groups = menuGroups(places, lastUsed, typed, answers)
  const best = typed === '' ? undefined : groups[0]?.models[0]
  const hint =
    typed === '' ? words.filter : best ? words.filtered(typed, plainLabel(best.info.name, 40)) : words.noMatches(typed)
  // Nothing in a menu but its items is read out.
  useEffect(() => {
    if (typed !== '') announce(hint)
  }, [typed, hint])
  const onKeyDown = (event: KeyboardEvent & { preventBaseUIHandler(): void }): void => {
    const { key, ctrlKey, metaKey, altKey, target, currentTarget } = event
    if (key === 'Enter' && target === currentTarget && best) {
      event.preventDefault()
      onChoose({ endpoint: best.endpoint, model: best.model })
      return closeModelMenu()
    }
    const next = key === 'Backspace' ? typed.slice(0, -1) : key.length === 1 ? `${typed}${key}` : undefined
    if (next === undefined || ctrlKey || metaKey || altKey || (key === ' ' && typed === '')) return
    event.preventDefault()
    event.preventBaseUIHandler()
    if (currentTarget instanceof HTMLElement) currentTarget.focus()
    setTyped(next)
  }
  return (
    <Menu.Popup
      className={classes(menuStyles.menu, styles.menu)}
      onKeyDown={onKeyDown}
      finalFocus={() => (from.current instanceof HTMLElement && from.current.isConnected ? from.current : true)}
    >
      {title !== undefined && <div className={styles.title}>{title}</div>}
      <div className={styles.filter} aria-hidden>
        <Icon name="search" size={14} />
        {hint}
      </div>
      <Menu.RadioGroup
        value={answers ? keyOf(answers) : byHand}
        onValueChange={(value: string) => {
          const space = value.indexOf(' ')
          onChoose(value === byHand ? null : { endpoint: value.slice(0, space), model: value.slice(space + 1) })
        }}
      >
        {groups.map((group) => (
          <Group key={group.key} group={group} />
        ))}
        {typed === '' && <Choice value={byHand} label={words.none} detail={words.noneDetail} facts="" />}
      </Menu.RadioGroup>
      <Menu.Item className={classes(menuStyles.item, styles.more)} onClick={onName}>
        {settingsModels.standard.byId}
      </Menu.Item>
      <Menu.LinkItem
        className={classes(menuStyles.item, styles.link)}
        href={href({ page: 'settings', part: 'models' })}
        closeOnClick
      >
        {settingsWords.parts.models}
      </Menu.LinkItem>
    </Menu.Popup>
  )
}

function Group({ group: { key, name, models, older, more } }: { group: ModelGroup }) {
  const settings = useHost((state) => state.configured.settings.models)
  const [isOpen, setOpen] = useState(false)
  const row = (model: OfferedModel) => (
    <Choice
      key={keyOf(model)}
      value={keyOf(model)}
      label={plainLabel(model.info.name, 60)}
      detail={detailOf(model)}
      facts={factsOf(model)}
      price={priceInFigures(model, settings, model.info)}
    />
  )
  const isPriced = models.some((model) => priceInFigures(model, settings, model.info) !== undefined)
  return (
    <Menu.Group className={styles.group}>
      <Menu.GroupLabel className={styles.place}>
        {key === '' ? words.lastUsed : name}
        {isPriced && <span className={styles.prices}>{words.prices}</span>}
      </Menu.GroupLabel>
      {models.map(row)}
      {older.length > 0 && (
        <Menu.Item
          className={classes(menuStyles.item, styles.older)}
          aria-expanded={isOpen}
          closeOnClick={false}
          onClick={() => setOpen(!isOpen)}
        >
          <Icon name={isOpen ? 'chevron-down' : 'chevron-right'} size={14} />
          {words.older(older.length)}
        </Menu.Item>
      )}
      {isOpen && older.map(row)}
      {more > 0 && <p className={styles.rest}>{words.more(more)}</p>}
    </Menu.Group>
  )
}

/** Beside the name: the place, if not in its group, the one to offer first, and whether it takes no tools. */
const detailOf = ({ place, isFirst, info: { tools } }: OfferedModel): string =>
  [place ?? '', isFirst ? words.recommended : '', tools === false ? words.noTools : ''].filter(Boolean).join(' · ')

/** Other known facts, for a description: the context's size and abilities. */
const factsOf = ({ info: { tools, images, contextTokens } }: OfferedModel): string =>
  [
    contextTokens > 0 ? words.context(contextTokens) : '',
    tools ? words.tools : '',
    images === undefined ? '' : images ? words.images : words.noImages,
  ]
    .filter(Boolean)
    .join(' · ')

type ChoiceProps = { value: string; label: string; detail: string; facts: string; price?: string | undefined }

function Choice({ value, label, detail, facts, price }: ChoiceProps) {
  return (
    <Menu.RadioItem
      value={value}
      closeOnClick
      className={classes(menuStyles.item, styles.choice)}
      aria-description={facts || undefined}
      title={facts || undefined}
    >
      <span className={styles.mark}>
        <Menu.RadioItemIndicator>
          <Icon name="check" size={14} />
        </Menu.RadioItemIndicator>
      </span>
      <span className="trunc">{label}</span>
      {detail !== '' && <small className={styles.detail}>{detail}</small>}
      {price !== undefined && <small className={styles.price}>{price}</small>}
    </Menu.RadioItem>
  )
}
