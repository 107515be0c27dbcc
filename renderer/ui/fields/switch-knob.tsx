import styles from './switch-knob.module.css'

/** What a switch looks like, inside the button that says by `aria-checked` whether it is on. */
export const SwitchKnob = () => <span className={styles.knob} />
