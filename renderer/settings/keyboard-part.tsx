import { allKeys } from '../frame/frame-keys.ts'
import keyStyles from '../frame/keys-dialog.module.css'
import { strings } from '../strings/strings.ts'
import { Keys } from '../ui/keys.tsx'
import { SettingGroup } from './setting.tsx'

/** Every key there is. */
export const KeyboardPart = () => (
  <SettingGroup title={strings.settings.parts.keyboard} lede={strings.settings.keyboard.lede}>
    <dl className={keyStyles.keys}>
      {allKeys.map(({ keys, does }) => (
        <div key={keys}>
          <dt>
            <Keys keys={keys} />
            <span className="sr">{keys}</span>
          </dt>
          <dd>{does}</dd>
        </div>
      ))}
    </dl>
  </SettingGroup>
)
