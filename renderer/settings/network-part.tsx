import { useState } from 'react'
import { directEntry, type KnownRoute, proxyText, type RoutedPlace } from '../../shared/config/network.ts'
import { useInOrder } from '../state/action.ts'
import { useQuery } from '../state/query.ts'
import { useHost, useLink } from '../state/replica.ts'
import { network as words } from '../strings/settings/network.ts'
import { settings } from '../strings/settings.ts'
import { CopyButton } from '../ui/copy-button.tsx'
import { FieldError } from '../ui/fields/field.tsx'
import { SavedText } from '../ui/fields/saved-text.tsx'
import { Segments } from '../ui/fields/segments.tsx'
import { LabelledSetting, SettingGroup } from '../ui/fields/setting.tsx'
import { Word } from '../ui/third-party/ext.tsx'
import facts from './facts.module.css'
import { RouteTest } from './route-test.tsx'

const { modes } = words.proxy
type Mode = keyof typeof modes

/** The way to other computers: the proxy, its exceptions, what goes where, and a test. */
export function NetworkPart({ block }: { block: string | undefined }) {
  const chosen = useHost((state) => state.configured.settings.network)
  const routes = useQuery('getRoutes', {}, { moment: chosen }).answer
  return (
    <SettingGroup title={settings.parts.network} lede={words.lede}>
      <Proxy chosen={chosen.mode} proxy={chosen.proxy ?? ''} usual={routes?.usual} block={block} />
      <Direct entries={chosen.direct} block={block} />
      {routes && <Places places={routes.places} />}
      <RouteTest block={block} url={routes?.places[0]?.url ?? ''} />
    </SettingGroup>
  )
}

type ProxyProps = { chosen: Mode; proxy: string; usual: KnownRoute | undefined; block: string | undefined }

/** Which proxy, and the one in use. Without its address, a proxy is only chosen here. */
function Proxy({ chosen, proxy, usual, block }: ProxyProps) {
  const link = useLink()
  const [isNaming, setNaming] = useState(false)
  const change = useInOrder((mode: Mode) => link.call('changeSettings', { network: { mode } }))
  const choose = (mode: Mode): void => {
    setNaming(mode === 'proxy' && proxy === '')
    if (mode !== 'proxy' || proxy !== '') void change.run(mode)
  }
  const mode = isNaming ? 'proxy' : chosen
  return (
    <LabelledSetting title={words.proxy.title} help={words.proxy.help}>
      <Segments
        label={words.proxy.title}
        role="radiogroup"
        items={Object.values(modes)}
        value={modes[mode]}
        unavailable={block}
        onChange={(value) => choose(value === modes.none ? 'none' : value === modes.proxy ? 'proxy' : 'automatic')}
      />
      {mode === 'proxy' && (
        <SavedText
          label={words.proxy.field}
          placeholder={words.proxy.example}
          spellCheck={false}
          value={proxy}
          block={block}
          check={(text) => (proxyText.safeParse(text).success ? undefined : words.proxy.wrong)}
          save={async (text) => {
            await link.call('changeSettings', { network: { mode: 'proxy', proxy: text } })
            setNaming(false)
          }}
        />
      )}
      {change.problem !== undefined && <FieldError>{change.problem}</FieldError>}
      {usual && !isNaming && <span className="small ink3">{words.proxy.now(wayOf(usual))}</span>}
    </LabelledSetting>
  )
}

const wayOf = (route: KnownRoute): string => `${words.way(route)} (${words.because(route)})`

/** The user's exceptions to the proxy. */
function Direct({ entries, block }: { entries: string[]; block: string | undefined }) {
  const link = useLink()
  const listIn = (text: string): string[] =>
    text
      .split(',')
      .map((entry) => entry.trim())
      .filter((entry) => entry !== '')
  return (
    <LabelledSetting title={words.direct.title} help={words.direct.help}>
      <SavedText
        label={words.direct.title}
        placeholder={words.direct.example}
        spellCheck={false}
        value={entries.join(', ')}
        block={block}
        check={(text) =>
          listIn(text).every((entry) => directEntry.safeParse(entry).success) ? undefined : words.direct.wrong
        }
        save={(text) => link.call('changeSettings', { network: { direct: listIn(text) } })}
      />
    </LabelledSetting>
  )
}

/** Every place that Atrium reaches, and its way there. */
function Places({ places }: { places: RoutedPlace[] }) {
  const lineOf = (place: RoutedPlace): string =>
    `${words.places.titleOf(place)}: ${new URL(place.url).host}, ${wayOf(place)}`
  return (
    <LabelledSetting title={words.places.title}>
      <ul className={facts.list} aria-label={words.places.title}>
        {places.map((place) => (
          <li key={`${place.kind} ${place.name ?? ''}`} className={facts.row}>
            <span className={facts.words}>
              <span className={facts.name}>
                <Word text={words.places.titleOf(place)} />
              </span>
              <span className={facts.detail}>
                <Word text={new URL(place.url).host} />
              </span>
            </span>
            <span className={facts.value}>{wayOf(place)}</span>
          </li>
        ))}
      </ul>
      <CopyButton label={words.places.copy} text={() => places.map(lineOf).join('\n')} />
    </LabelledSetting>
  )
}
