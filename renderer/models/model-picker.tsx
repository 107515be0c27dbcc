import { Menu } from '@base-ui/react/menu'
import { useMemo, useState } from 'react'
import type { ModelInfo } from '../../shared/events/events.ts'
import type { ModelChoice } from '../../shared/config/settings.ts'
import { useAnswering } from '../state/models/answering.ts'
import { useModelName } from '../state/models/model-name.ts'
import { useChosen } from '../state/chat/transcript.ts'
import { href } from '../state/routes.ts'
import { useHost, useLink, useSession } from '../state/replica.ts'
import { changeDesk } from '../state/forms/desk.ts'
import { strings } from '../strings/strings.ts'
import { useAction } from '../state/action.ts'
import { classes } from '../ui/classes.ts'
import { plainLabel } from '../../shared/text/hidden-characters.ts'
import { Icon } from '../ui/icon.tsx'
import menuStyles from '../ui/overlay/menu.module.css'
import { changeBeginning } from '../state/models/beginning.ts'
import styles from './model-picker.module.css'
import { priceInWords } from '../state/models/money.ts'
import { modelsByPlace } from '../state/models/endpoints.ts'

const words = strings.models.picker

const byHand = 'by-hand'
const keyOf = ({ endpoint, model }: ModelChoice): string => `${endpoint} ${model}`

/** The model of the visible conversation, or of the new one, with a choice of others or none. */
export function ModelPicker() {
  const link = useLink()
  const { conversation } = useChosen()
  const answers = useAnswering()
  const name = useModelName(answers?.model ?? '', answers?.endpoint)
  const isReadOnly = useSession()?.right === 'read'
  const [home, setHome] = useState<HTMLElement | null>(null)
  const choose = useAction(async (choice: ModelChoice | null) => {
    if (conversation === undefined) changeBeginning({ choice })
    else await link.call('chooseModel', { conversation, choice })
    if (choice) changeDesk(conversation, (desk) => ({ ...desk, mode: 'message' }))
  })
  const shown = answers ? plainLabel(name, 40) : words.none
  return (
    <span ref={setHome} className={styles.home}>
      {choose.problem && (
        <span className={styles.problem} role="alert">
          {choose.problem}
        </span>
      )}
      <Menu.Root>
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
          <Menu.Positioner className={menuStyles.place} positionMethod="fixed" sideOffset={4} align="end">
            <Menu.Popup className={classes(menuStyles.menu, styles.menu)}>
              <Choices answers={answers} onChoose={(choice) => void choose.run(choice)} />
            </Menu.Popup>
          </Menu.Positioner>
        </Menu.Portal>
      </Menu.Root>
    </span>
  )
}

type ChoicesProps = { answers: ModelChoice | undefined; onChoose(choice: ModelChoice | null): void }

function Choices({ answers, onChoose }: ChoicesProps) {
  const settings = useHost((state) => state.configured.settings.models)
  const lists = useHost((state) => state.models)
  const places = useMemo(() => modelsByPlace(settings, lists, answers), [settings, lists, answers])
  return (
    <>
      <Menu.RadioGroup
        value={answers ? keyOf(answers) : byHand}
        onValueChange={(value: string) => {
          const space = value.indexOf(' ')
          onChoose(value === byHand ? null : { endpoint: value.slice(0, space), model: value.slice(space + 1) })
        }}
      >
        {places.map(({ id, name, models }) => (
          <Menu.Group key={id} className={styles.group}>
            <Menu.GroupLabel className={styles.place}>{name}</Menu.GroupLabel>
            {models.map((model) => (
              <Choice
                key={model.id}
                value={keyOf({ endpoint: id, model: model.id })}
                label={plainLabel(model.name, 60)}
                detail={detailOf(model, priceInWords({ endpoint: id, model: model.id }, settings))}
              />
            ))}
          </Menu.Group>
        ))}
        <Choice value={byHand} label={words.none} detail={words.noneDetail} />
      </Menu.RadioGroup>
      <Menu.LinkItem
        className={classes(menuStyles.item, styles.more)}
        href={href({ page: 'settings', part: 'models' })}
        closeOnClick
      >
        {strings.settings.parts.models}
      </Menu.LinkItem>
    </>
  )
}

const detailOf = ({ tools }: ModelInfo, price: string | undefined): string =>
  [tools === false ? words.noTools : '', price ?? ''].filter(Boolean).join(' · ')

function Choice({ value, label, detail }: { value: string; label: string; detail: string }) {
  return (
    <Menu.RadioItem value={value} closeOnClick className={classes(menuStyles.item, styles.choice)}>
      <span className={styles.mark}>
        <Menu.RadioItemIndicator>
          <Icon name="check" size={14} />
        </Menu.RadioItemIndicator>
      </span>
      <span className={styles.words}>
        {label}
        {detail !== '' && <small className={menuStyles.why}>{detail}</small>}
      </span>
    </Menu.RadioItem>
  )
}
