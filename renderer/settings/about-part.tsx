import { href } from '../state/routes.ts'
import { pricesAsOf } from '../../shared/costs/prices.ts'
import { Phrase } from '../strings/phrase.tsx'
import { settings } from '../strings/settings.ts'
import { BrowserSessions } from './browser-sessions.tsx'
import { LabelledSetting, SettingGroup } from '../ui/fields/setting.tsx'
import { UpdateSetting } from './update-setting.tsx'
import { useQuery } from '../state/query.ts'

const words = settings.about

/** Atrium's version and licence. */
export function AboutPart({ block }: { block: string | undefined }) {
  // Without an answer the connection is gone, and the banner says so.
  const about = useQuery('getAbout', {}).answer
  return (
    <SettingGroup title={settings.parts.about} lede={words.lede}>
      <LabelledSetting title={words.version}>
        <span>{words.atrium(about?.version)}</span>
        <span>{about && (about.shell === 'web' ? words.inTab : words.inWindow)}</span>
      </LabelledSetting>
      <UpdateSetting block={block} />
      {about?.shell === 'web' && <BrowserSessions block={block} />}
      <LabelledSetting title={words.licence}>
        <p>{words.licenceText}</p>
      </LabelledSetting>
      <LabelledSetting title={words.prices}>
        <p>
          <Phrase text={words.pricesText} slots={{ date: <time dateTime={pricesAsOf}>{pricesAsOf}</time> }} />
        </p>
      </LabelledSetting>
      <LabelledSetting title={words.firstSteps}>
        <a href={href({ page: 'welcome' })}>{words.beginAgain}</a>
      </LabelledSetting>
    </SettingGroup>
  )
}
