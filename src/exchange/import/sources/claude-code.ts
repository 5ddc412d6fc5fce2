import { claudeCodeTurn } from '../../../service/transcripts/claude-code.js';
import { logSource } from '../conversation-source.js';

export const claudeCode = logSource({
  name: 'claude-code',
  product: 'Claude Code',
  detect: (record) =>
    typeof record.sessionId === 'string' ||
    typeof record.leafUuid === 'string' ||
    (record.type === 'file-history-snapshot' && 'snapshot' in record),
  read: claudeCodeTurn,
});
