import { allKeys } from '../frame/frame-keys.ts'
import keyStyles from '../frame/keys-dialog.module.css'
import { Keys } from '../ui/keys.tsx'
import { SettingGroup } from './setting.tsx'

/** Every key there is. */
export const KeyboardPart = () => (
  <SettingGroup title="Keyboard" lede="Everything can be done without a pointer. Each key is also something to press.">
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
