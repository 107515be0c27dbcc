/**
 * A task's status, as its server says (2025-11-25, basic/utilities/tasks); `cancelling` after Atrium asked it to stop.
 */
export type TaskStatus = 'working' | 'input_required' | 'completed' | 'failed' | 'cancelled' | 'cancelling'
