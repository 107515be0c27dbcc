import { useState } from 'react'
import { isKeptFor, urlOrigin } from '../../shared/risk/secret-names.ts'
import { anthropic, modelKey, type Endpoint } from '../../shared/config/settings.ts'
import { useHost, useLink } from '../state/replica.ts'
import { ProfileLimits } from '../models/local-models.tsx'
import type { ModelInfo } from '../../shared/events/events.ts'
import { hostAndPort, isHere, modelLabel, placeName } from '../state/models/endpoints.ts'
import { listWithDefault } from '../state/models/first-default.ts'
import { openProviderDialog } from '../state/models/adding.ts'
import { providers } from '../strings/providers.ts'
import { settingsModels } from '../strings/settings-models.ts'
import { useAction } from '../state/action.ts'
import { Button, IconButton } from '../ui/button.tsx'
import { Fold } from '../ui/fold.tsx'
import { Glyph } from '../ui/glyph.tsx'
import { plainLabel } from '../../shared/text/hidden-characters.ts'
import { Menu, type MenuItem } from '../ui/overlay/menu.tsx'
import { MovedSecretsNote } from '../ui/servers/moved-secrets.tsx'
import { Note } from '../ui/note.tsx'
import { formatMoment } from '../strings/format/time.ts'
import { DeleteKey, RemoveEndpoint } from './endpoint-ends.tsx'
import { AdjustedRequests } from './models/adjusted-requests.tsx'
import { ModelRows } from './models/model-list.tsx'
import { KeyForm } from './key-form.tsx'
import styles from './models-part.module.css'

const words = settingsModels.row
const listWords = providers.list

type RowProps = { id: string; endpoint: Endpoint; block: string | undefined }

/** One endpoint: its address, its key, its models, and a test of all three. */
export function EndpointRow({ id, endpoint, block }: RowProps) {
  const link = useLink()
  const isThere = useHost((state) => state.secrets.includes(modelKey(id)))
  const isKept = useHost((state) => isKeptFor(modelKey(id), urlOrigin(endpoint.baseUrl), state))
  const list = useHost((state) => state.models[id])
  const [open, setOpen] = useState<'key' | 'delete' | 'remove'>()
  const [tested, setTested] = useState(false)
  const [begun, setBegun] = useState<ModelInfo>()
  const hasDefault = useHost((state) => state.configured.settings.models.default !== undefined)
  const test = useAction(async (isNewKey: boolean) => {
    setBegun(undefined)
    setBegun((await listWithDefault(link, id, hasDefault || !isNewKey)).begun)
  })
  const runTest = async (isNewKey = false): Promise<void> => setTested(await test.run(isNewKey))
  const name = plainLabel(placeName(id, endpoint))
  const close = (): void => setOpen(undefined)
  const wantsKey = open === 'key' || (id === anthropic && !isThere && block === undefined)
  return (
    <li className={styles.place} aria-label={name}>
      <div className="row wrap">
        <span className={styles.words}>
          <span className="block medium">{name}</span>
          <span className="small ink3 num">{factsOf(endpoint, isKept, list?.models.length)}</span>
        </span>
        {list && !test.problem && (
          <span className={styles.state}>
            <Glyph state="succeeded" size={13} label="" />
            {words.answered(formatMoment(list.at))}
          </span>
        )}
        <Button size="sm" busy={test.busy} onClick={() => void runTest()}>
          {isKept ? words.testKey : words.test}
        </Button>
        <Menu
          trigger={<IconButton size="sm" label={words.more(name)} icon="more" />}
          items={actions({ id, isKept: isThere, block, onChoose: setOpen })}
        />
      </div>
      <MovedSecretsNote owner={{ endpoint: id }} name={name} />
      {wantsKey && (
        <KeyForm
          endpoint={id}
          name={name}
          address={endpoint.baseUrl}
          canCancel={open === 'key'}
          onDone={(saved) => {
            close()
            if (saved) void runTest(true)
          }}
        />
      )}
      {test.problem && <Note kind="no">{test.problem}</Note>}
      {tested && !test.problem && list && (
        <Note kind="ok">
          {(isKept ? words.tookKey : words.offers)(hostAndPort(endpoint.baseUrl), list.models.length)}{' '}
          {begun && words.begins(modelLabel(begun))}
        </Note>
      )}
      <Fold label={listWords.title(list?.models.length ?? 0)}>
        <ModelRows id={id} name={name} endpoint={endpoint} block={block} />
      </Fold>
      <AdjustedRequests endpoint={id} />
      <ProfileLimits profile={endpoint.profile} />
      {open === 'delete' && <DeleteKey endpoint={id} name={name} onClose={close} />}
      {open === 'remove' && <RemoveEndpoint endpoint={id} name={name} onClose={close} />}
    </li>
  )
}

function factsOf({ baseUrl }: Endpoint, isKept: boolean, models: number | undefined): string {
  return [
    hostAndPort(baseUrl),
    isHere(baseUrl) ? words.onThisComputer : '',
    models === undefined ? '' : words.models(models),
    isKept ? words.keyKept : words.noKey,
  ]
    .filter((word) => word !== '')
    .join(' · ')
}

type Actions = {
  id: string
  isKept: boolean
  block: string | undefined
  onChoose(what: 'key' | 'delete' | 'remove'): void
}

function actions({ id, isKept, block, onChoose }: Actions): MenuItem[] {
  const unavailable = block
  const items: MenuItem[] = [
    {
      label: id === anthropic ? words.changeAddress : words.edit,
      icon: 'edit',
      unavailable,
      onSelect: () => openProviderDialog({ edit: id }),
    },
    { label: isKept ? words.replaceKey : words.enterKey, icon: 'key', unavailable, onSelect: () => onChoose('key') },
  ]
  if (isKept)
    items.push({ label: words.deleteKey, icon: 'trash', danger: true, unavailable, onSelect: () => onChoose('delete') })
  if (id !== anthropic)
    items.push({ label: words.remove, icon: 'trash', danger: true, unavailable, onSelect: () => onChoose('remove') })
  return items
}
