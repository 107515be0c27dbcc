import styles from './switch-knob.module.css'

/** A switch's visuals, inside the button whose `aria-checked` has its state. */
export const SwitchKnob = () => <span className={styles.knob} />
