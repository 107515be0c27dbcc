/** Where a task stands, as its server says (2025-11-25, basic/utilities/tasks); `cancelling` where we asked it to stop. */
export type TaskStatus = 'working' | 'input_required' | 'completed' | 'failed' | 'cancelled' | 'cancelling'
