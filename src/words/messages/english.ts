/**
 * What every error says, by its reason: what happened, then what to do about it. Where the next step is not the same at a
 * terminal, for an assistant and in the page, each door that has one says its own: a command, a tool, a place of the page.
 * In a next step, a message stands for its own next step.
 */
export const englishMessages = {
  'answer.empty': 'choice: missing, expected a choice or a text',
  'answer.no_choice': '"{given}" is not one of the choices: {choices}',
  'answer.nothing_asked': ['nothing was asked yet', { terminal: 'List the answers with: rappel explain' }],
  'answer.secret': [
    'this answer seems to contain a secret, so it is not saved',
    'Answer with a choice; give the secret in a note of its own, and Rappel asks what to do with it.',
  ],
  'answer.too_large': [
    'the answer is too large',
    'Ask for less: fewer files, head or tail, or a range of lines.',
  ],
  'answer.unknown': [
    'there is no answer "{id}"',
    { terminal: 'List the answers with: rappel explain', page: 'See the answers in Activity.' },
  ],

  'archive.bad_update': [
    'the archive is refused because of its update {id}: {reason}',
    'Nothing was written. This archive was not made by rappel export.',
  ],
  'archive.damaged': [
    'the archive is damaged or incomplete',
    'Nothing was imported. Copy or download it again.',
  ],
  'archive.folder_not_empty': [
    '{folder} is not an empty folder',
    {
      terminal:
        'An archive is imported as a new vault. Name a new or empty folder with --vault, or move this one away.',
    },
  ],
  'archive.history_refused': [
    'the history in the archive is refused: {reason}',
    'Nothing was imported. To import its files alone, unpack it and delete .rappel in the unpacked folder.',
  ],
  'archive.history_without_git': [
    'the archive contains a history, which only git can check',
    'Install git and import the archive again.',
  ],
  'archive.hostile': [
    'the archive is refused because of {entry}: {reason}',
    'Nothing was imported. This archive was not made by rappel export.',
  ],
  'archive.not_ours': ['{file} was not made by rappel export', 'Unpack it and import the folder.'],
  'archive.too_much': [
    'the archive is refused: {reason}',
    'Nothing was imported. If you trust it, unpack it elsewhere and import the folder.',
  ],

  'autostart.control_character': [
    'autostart can’t start {program}',
    'Its path holds a control character. Rename the folder, then try again.',
  ],
  'autostart.failed': [
    '{problem}',
    {
      terminal:
        'The file is in place, but nothing starts it yet. On your own desktop, run: {commands}\nTo undo: rm {file}',
    },
  ],
  'autostart.unsupported': [
    'autostart does not support {platform}',
    { terminal: 'Set up your system to run this at login: rappel serve' },
  ],

  'capture.being_read': ['Rappel reads this session at the moment', 'Try again.'],
  'capture.no_session': [
    'no session "{session}"',
    { terminal: 'List them with: rappel capture status', page: 'See the sessions in Settings.' },
  ],
  'capture.not_removed': [
    'the session could not be removed',
    {
      terminal: 'Try it in a terminal: rappel capture remove SESSION --yes',
      page: 'Try it in a terminal: rappel capture remove SESSION --yes',
    },
  ],
  'capture.remove_all': [
    'everything that this session brought in would be deleted permanently',
    { terminal: 'If you mean it: rappel capture remove {session} --yes' },
  ],
  'capture.several_sessions': [
    'several sessions begin with "{session}"',
    { terminal: 'List them with: rappel capture status', page: 'See the sessions in Settings.' },
  ],

  'client.npx': [
    'npx runs a temporary copy of Rappel, which may be removed at any time',
    {
      terminal: 'Install Rappel first: npm install --global, with the path of its package or of its folder',
      page: 'Install Rappel first: npm install --global, with the path of its package or of its folder',
    },
  ],
  'client.settings_keep_changing': [
    'another program keeps changing this file',
    'Close the client and try again.',
  ],
  'client.unknown': 'unknown client "{client}"; known: {known}',
  'client.unsafe_settings': [
    "these settings can't be changed safely: {reason}",
    {
      terminal: 'Fix the file, or add the lines that --print shows by hand.',
      page: 'Fix the file, or add the lines by hand.',
    },
  ],

  'concat.lines_not_seen': [
    'only the lines {lines} were seen in this run',
    'Ask for a range inside them, or read the rest first.',
  ],
  'concat.not_seen': ['was neither found nor read in this run', 'Search or read it first.'],
  'concat.too_long': [
    'files: got {tokens} tokens, expected at most {most}',
    'Take the lines that answer and their headings, like "1-1,41-47", in fewer files.',
  ],

  'delete.folder_not_read': [
    'holds files that were not read in this run, or changed since; nothing was deleted: {files}',
    'Read each of them first, then delete the folder. Files that are neither text nor images can be moved, not deleted.',
  ],
  'delete.not_read': [
    'has not been read in this run, or changed since; nothing was deleted',
    'Read it first, then delete it. Files that are neither text nor images can be moved, not deleted.',
  ],
  'delete.too_many': [
    'was not deleted: one run deletes at most {most} files without asking',
    'Rappel asks the user about it in the inbox when this run ends. Continue with the rest; do not delete it in another way.',
  ],

  'demo.not_empty': [
    '{folder} is not empty',
    { terminal: 'Name a folder that does not exist: rappel demo DIR' },
  ],

  'edit.lines_not_there': [
    'these lines are not in the file, neither at these numbers nor elsewhere',
    'Read the file again and copy the lines exactly.',
  ],
  'edit.no_match': [
    'old_content does not occur in the file',
    'Read the file again and copy the lines exactly.',
  ],
  'edit.several_matches': [
    'old_content occurs {count} times, at lines {lines}',
    'Give more of the text around it, or the numbered lines as shown by read.',
  ],
  'edit.stamped': [
    "{field} can't be edited: Rappel keeps created, updated and tokens itself",
    'Leave those three lines out of the edit.',
  ],

  'endpoint.failed': [
    '{model} at {host}: {reason}',
    'Check the endpoint in the settings; search continues without it.',
  ],

  'engine.unknown': [
    'the engine: got "{given}", expected one of {known}',
    {
      terminal: 'Set it with --engine, RAPPEL_ENGINE, or search.engine in the settings.',
      assistant: 'Ask the user to correct RAPPEL_ENGINE, or search.engine in the settings.',
      page: 'Set it with RAPPEL_ENGINE, or search.engine in the settings.',
    },
  ],

  'example.not_empty': [
    'this vault already contains files: {file}',
    {
      terminal: 'The example memory is for an empty vault. See it beside yours with: rappel demo',
      page: 'The example memory is for an empty vault.',
    },
  ],

  'export.before_history': ['the history begins on {begins}, after {day}', 'Name a day from {begins} on.'],
  'export.day_needs_folder': [
    'the files of a past day are exported to a folder',
    'Give a name without .tar.gz.',
  ],
  'export.day_to_come': [
    '{day} is still to come',
    {
      terminal: 'Name a day up to today, or leave out --as-of for the files as they are now.',
      page: 'Name a day up to today.',
    },
  ],
  'export.exists': ['{target} already exists', 'Choose another name.'],
  'export.gone': ['this export is not there any more', 'Export again.'],
  'export.inside_vault': ['{target} is inside the vault', 'Name a file or folder elsewhere.'],
  'export.locked': ['{lock}', 'Wait for it to finish, and try again.'],
  'export.no_history': [
    'this vault has no history yet',
    {
      terminal: 'It begins with the next change. For the files as they are now, leave out --as-of.',
      page: 'It begins with the next change.',
    },
  ],
  'export.too_compressible': [
    'the vault compresses so well that import would refuse the archive',
    'Export to a folder instead: give a name without .tar.gz.',
  ],
  'export.unknown_format': [
    "an export can't be written as {format}",
    'Name a file that ends in .tar.gz, or a folder.',
  ],

  'file.being_changed': 'somebody else is changing these files',
  'file.busy': ['another program keeps writing to this file', 'Try again.'],
  'file.changed': 'changed since it was read, read it again',
  'file.changed_since': 'changed since',
  'file.conflict': ['the same lines were changed meanwhile', 'Choose which version to keep.'],
  'file.exists': 'already exists',
  'file.exists_force': ['already exists', { terminal: 'Add --force to replace it.' }],
  'file.generated': 'is generated and never edited by hand',
  'file.image_name': 'not a text file: this name is for an image',
  'file.inside_file': 'a part of this path is a file, not a folder',
  'file.is_folder': ['not a text file: this is a folder', 'Name a file in it, like {path}note.md'],
  'file.missing': 'no such file or folder',
  'file.missing_near': 'no such file or folder; did you mean {near}?',
  'file.not_deleted': "a root file can't be deleted",
  'file.not_moved': "a root file can't be moved",
  'file.not_purged': "a root file can't be purged",
  'file.not_read': 'has not been read in this session, read it first',
  'file.not_text': 'not a text file',
  'file.too_large': ['the file is larger than 400 MB', 'Split it, or keep it outside the vault.'],
  'file.too_large_to_send': [
    'the file is larger than {megabytes} MB',
    'Read a part of it with the tool read: head, tail or folded.',
  ],
  'file.too_many_bytes': 'the file is larger than {bytes} bytes',
  'file.unreadable': "{file} can't be read",

  'filing.not_asked': [
    'was not changed: neither a field nor an answer asked for it',
    'Send it again with the kind "correction" or "done".',
  ],
  'filing.note_changed': [
    'the note was changed since it was filed, so it stays where it is',
    'Move it by hand.',
  ],

  'finding.file_changed': [
    'the file changed since it was examined',
    {
      terminal: 'See what is found now with: rappel health',
      page: 'See what is found now: reload the page.',
    },
  ],
  'finding.no_rule': [
    'no rule can fix finding "{id}"',
    {
      terminal: 'Edit {place}; or hide it: rappel health dismiss {id}',
      page: 'Edit {place}, or dismiss the finding.',
    },
  ],
  'finding.unknown': [
    'there is no finding "{id}"',
    { terminal: 'List them with: rappel health', page: 'Reload the page.' },
  ],

  'folder.missing': [
    'there is no folder {folder}',
    { terminal: 'Create it, then add a vault with: rappel hub add FOLDER NAME' },
  ],

  'git.failed': [
    'git {command} failed on the history: {reason}',
    {
      terminal: 'See the cause with: rappel doctor',
      assistant: 'Ask the user to run: rappel doctor',
      page: 'See the cause on the machine of Rappel with: rappel doctor',
    },
  ],
  'git.host_key': [
    'ssh does not know the host key of {remote}, or it has changed',
    'Connect once as the user who runs Rappel, and compare the key: git ls-remote {address}',
  ],
  'git.login_refused': [
    '{remote} refused the user or the password that git has for it',
    'Correct them in git as the user who runs Rappel, then try: git ls-remote {address}',
  ],
  'git.missing': [
    "git can't be started",
    {
      terminal: 'Install git, then run: rappel doctor',
      assistant: 'Ask the user to install git.',
      page: 'Install git on the machine of Rappel.',
    },
  ],
  'git.no_login': [
    'git has no user and password for {remote}',
    'Store them with git as the user who runs Rappel, then try: git ls-remote {address}',
  ],
  'git.no_repository': [
    'there is no git repository at {remote}, or it is not shown to the user who runs Rappel',
    'Create it there, or correct the address, then try: git ls-remote {address}',
  ],
  'git.ssh_key_refused': [
    '{remote} refused the ssh key of the user who runs Rappel',
    'Add the public key of this user there, then try: git ls-remote {address}',
  ],
  'git.unreachable': [
    '{remote} could not be reached: {reason}',
    'Nothing is lost: it is tried again. To see for yourself: git ls-remote {address}',
  ],

  'history.damaged': [
    'the history is damaged: a piece of it is missing or changed ({object})',
    {
      terminal:
        'Nothing was changed. Restore .rappel/history.git from a backup, or use another entry: rappel history',
      assistant:
        'Nothing was changed. Ask the user to restore .rappel/history.git from a backup, or use another entry of the tool history.',
      page: 'Nothing was changed. Restore .rappel/history.git from a backup, or use another entry.',
    },
  ],
  'history.empty': ['the history is empty', { terminal: 'Note something with: rappel update "…"' }],
  'history.no_before': 'the history no longer holds what was there before',
  'history.no_entry': [
    'no entry "{id}" in the history',
    {
      terminal: 'List them with: rappel history',
      assistant: 'List the entries with the tool history.',
      page: 'See the entries in History.',
    },
  ],
  'history.no_git': [
    'no history: git is not installed',
    'Install git; from then on every change is recorded. Deleted files are in .rappel/trash.',
  ],
  'history.refused': [
    'the history is refused: {reason}',
    'Move .rappel/history.git out of the vault; a new history begins with the next change. Your files are untouched.',
  ],
  'history.trim_all': [
    '{count} {count|entry|entries} up to {until} would be deleted permanently',
    { terminal: 'If you mean it: rappel history --trim --yes' },
  ],

  'http.foreign_address': 'this address is not served here',
  'http.foreign_page': 'requests from other web pages are refused',
  'http.malformed_form': 'malformed form: {problem}',
  'http.malformed_json': 'malformed JSON: {problem}',
  'http.no_address': 'no such address',
  'http.no_bytes': [
    'the body must be the bytes of a file',
    'Send the header content-type: application/octet-stream.',
  ],
  'http.no_json': ['the body must be JSON', 'Send the header content-type: application/json.'],
  'http.no_pack': 'the body must be the bytes of a pack',
  'http.no_token': [
    'the access token is missing',
    'It is in the file .rappel/token of the vault, on the machine that serves it.',
  ],
  'http.other_user': [
    'this memory belongs to another user of this machine',
    { page: 'If it is yours, and the request came through a proxy, start it with: rappel serve --token' },
  ],
  'http.own_page_only': [
    'this can be changed only in the page on the machine that serves it',
    'Open the page there, or use the command line.',
  ],
  'http.path_encoding': 'the path is not properly percent-encoded',
  'http.too_large': ['the request is larger than {most}', 'Send less at once.'],
  'http.too_many_requests': [
    'too many requests for this machine',
    'Try again in a moment, or ask less often.',
  ],
  'http.too_many_values': ['the request holds too many or too deeply nested values', 'Send less at once.'],
  'http.too_often': ['you have sent more than {most} requests in a minute', 'Wait a minute.'],
  'http.unexpected': ['unexpected problem', 'See the log of the service.'],
  'http.wrong_token': [
    'wrong token',
    'It is in the file .rappel/token of the vault, on the machine that serves it.',
  ],

  'hub.bad_name': [
    `"{vault}" can't be the name of a vault`,
    'Use up to 63 of a-z, 0-9, ".", "_" and "-"; the first and the last one are letters or digits.',
  ],
  'hub.bad_remote': [
    `"{remote}" can't be the remote of a vault of a hub`,
    'Name a folder that every node has at the same path, or a git repository (git@host:memory.git) without a password in its address.',
  ],
  'hub.both_have_files': [
    'the vault "{vault}" and {remote} both have files',
    { terminal: 'Merge them first with: rappel sync {remote_shell} --vault {folder}' },
  ],
  'hub.database': ['{problem}', '{step}'],
  'hub.leader_unknown': [
    '{problem}, so it is not known which node leads this vault',
    'Try again: Rappel goes on by itself when PostgreSQL is back.',
  ],
  'hub.lost_lead': ['another node leads this vault by now', 'Try again.'],
  'hub.no_leader': [
    'the node that leads this vault does not answer',
    'Try again in a few seconds: another one takes over.',
  ],
  'hub.no_remote': [
    'this vault has no remote, so only a hub with one node can serve it',
    {
      terminal: 'Give it one while no node serves it: rappel hub add {folder} {vault} --remote REMOTE',
      page: 'Give it one while no node serves it: rappel hub add {folder} {vault} --remote REMOTE',
    },
  ],
  'hub.no_vault': 'there is no vault "{vault}" in this hub',
  'hub.no_vault_here': [
    'there is no vault "{vault}" in this hub',
    { terminal: 'See its vaults with: rappel hub status {folder}. Those of other nodes need DATABASE_URL.' },
  ],
  'hub.not_added': ['{problem}, so no vault was added', '{problem}'],
  'hub.not_leading': ['this node does not lead this vault, so it changes nothing in it', 'Try again.'],
  'hub.not_removed': ['{problem}, so no vault was removed', '{problem}'],
  'hub.people_without_database': [
    'people of a hub are kept in PostgreSQL, and DATABASE_URL is not set',
    'See docs/teams.md; without a database, give each person the token of their vault.',
  ],
  'hub.remote_taken': 'the hub has a vault "{vault}" already, with the remote {remote}',
  'hub.remote_without_database': [
    'a vault with a remote needs a database, and DATABASE_URL is not set',
    'Set DATABASE_URL, for example postgresql://USER:PASSWORD@HOST:5432/DATABASE.',
  ],
  'hub.removal_unsure': [
    '"{vault}" is in use and synced, so nodes may share it, but DATABASE_URL is not set: no vault was removed',
    'Set DATABASE_URL as on the nodes and try again. If the hub has no database, stop it first.',
  ],
  'hub.roles_unknown': ['{problem}, so it is not known who may do what', '{step}'],
  'hub.updates_unknown': [
    '{problem}, so it is not known which updates this vault has',
    'Try again: Rappel goes on by itself when PostgreSQL is back.',
  ],
  'hub.vault_behind': [
    "this vault can't be opened now, because this node can't get its newest changes: {reason}",
    'Try again when its remote can be reached, or when the node that led it last is back.',
  ],
  'hub.vault_exists': 'there is a vault "{vault}" in {folder} already',
  'hub.vault_in_service': [
    'the vault "{vault}" is being served',
    'Stop the hub or the service that serves it, then try again.',
  ],

  'image.not_one': 'not an image, despite its name',
  'image.too_large': 'the image is larger than 32 MB',
  'image.unknown_type': 'images: {name} is not a PNG, JPEG, GIF or WebP image',

  'import.cancelled': 'this import was cancelled',
  'import.changed_both': 'changed at the source and in the vault ({file})',
  'import.closed': ['this import takes no more files', 'Choose the files again.'],
  'import.into_inbox': [
    'the inbox is for questions, not for files',
    {
      terminal: 'Name a project, like --into projects/startup-x, or a folder.',
      page: 'Choose a project or a folder.',
    },
  ],
  'import.item': '{reason}',
  'import.json_cut_off': [
    'the export ends in the middle of its JSON',
    'It may be an incomplete download: download it again.',
  ],
  'import.missing': '{file}: no such file or folder',
  'import.no_conversations': 'the export is not a JSON list of conversations',
  'import.other_file': 'another file is at {file}',
  'import.overlaps': [
    '{source} and the vault at {vault} overlap',
    {
      terminal:
        'Files in the vault need no import. To use a folder of Markdown as the vault, name it with --vault.',
      page: 'Files in the vault need no import.',
    },
  ],
  'import.reading_failed': 'reading it {reason}',
  'import.running': 'this import is being prepared or is running',
  'import.stopped': [
    '{problem}; {written} of {planned} files are imported',
    '{problem} Run the import again to continue.',
  ],
  'import.stopped_undo': [
    '{problem}; {written} of {planned} files are imported',
    {
      terminal: '{problem} Run the import again to continue. To take them back: rappel undo {entry}',
      page: '{problem} Run the import again to continue, or undo it in History.',
    },
  ],
  'import.unknown': ['no import "{id}"', 'Choose the files again.'],
  'import.unknown_type': [
    "this file type can't be imported ({type})",
    'Import notes (Markdown, Obsidian, Notion, Logseq, Bear, Apple Notes), chats of ChatGPT or Claude, session logs of Claude Code or Codex, documents (PDF, .docx, .html, .txt), mail (.eml, .mbox), a ZIP archive of these, or an archive made by rappel export. Convert any other document first: pandoc FILE -o FILE.md',
  ],

  'inbox.missing': [
    'no such inbox item',
    {
      terminal: 'List them with: rappel tree inbox',
      assistant: 'List them with the tool tree: path "vault/inbox/"',
      page: 'See the open questions in the inbox.',
    },
  ],

  'index.busy': ['the search index is in use by another process', 'Try again in a moment.'],

  'input.date': [
    '{parameter}: got {given}, expected a date like 2025-07-14 or "7 days ago"',
    'Also understood: 2025-07, 2025, yesterday, last week, March, il y a 7 jours, hier.',
  ],
  'input.expected': '{parameter}: got "{given}", expected {expected}',
  'input.id': 'id: got {given}, expected up to 64 letters, digits, - or _',
  'input.missing': [
    '{parameter}: missing, expected {expected}',
    'The parameters of {tool} are: {parameters}.',
  ],
  'input.no_object': [
    'got {given}, expected an object with {parameters}',
    'The parameters of {tool} are: {parameters}.',
  ],
  'input.not_text': [
    'standard input is not text in UTF-8, UTF-16 or Windows-1252',
    { terminal: 'Convert it first: iconv -f ENCODING -t UTF-8 FILE | rappel update' },
  ],
  'input.unknown': [
    'unknown parameter {parameter}; expected {accepted}',
    'The parameters of {tool} are: {parameters}.',
  ],
  'input.wrong': [
    '{parameter}: got {given}, expected {expected}',
    'The parameters of {tool} are: {parameters}.',
  ],

  'invitation.other_person': ['sign in as {email} first', 'Then open the link of the invitation again.'],
  'invitation.over': ['this invitation was used already or has ended', 'Ask for a new one.'],
  'invitation.too_many': ['there are {most} open invitations already', 'Withdraw one first.'],

  'item.at': ['{item}: {problem}', '{problem}'],
  'item.failed': '[error] {item}: {problem}',

  'keep.bad_lines': 'lines: got {given}, expected lines like "9-14", ascending',
  'keep.exists': ['already exists', 'Choose another name.'],
  'keep.no_images_left': 'every image of the input is filed already',
  'keep.no_input': 'this session has no input to keep',
  'keep.no_text': 'the input has no text',

  'key.malformed': [
    'the key has spaces in it or is too long',
    'Copy it again from the page of the provider.',
  ],
  'key.readable': ['other users can read the keys in {file}', 'Make the file private: chmod 600 {file}'],
  'key.unreadable': ["the keys in {file} can't be read", 'Fix the file or remove it.'],

  list: '{items}',

  'lock.held': [
    'the lock "{lock}" of this vault is held by {holder}',
    {
      terminal: 'Wait for it to finish, or see what runs with: rappel status',
      assistant: 'Try again in a moment.',
      page: 'Wait for it to finish.',
    },
  ],

  'model.cancelled': 'the run was cancelled',
  'model.cut_off': [
    '{model} was cut off: its reply was longer than allowed',
    'Raise the limit of output tokens.',
  ],
  'model.embedded_dimensions': [
    'the embedded model has {dimensions} dimensions',
    'This version of Rappel needs {expected}. Install it again.',
  ],
  'model.embedded_unreadable': ["the embedded model's file can't be read", 'Install Rappel again.'],
  'model.embedded_unusable': ["the embedded model's file can't be used: {reason}", 'Install Rappel again.'],
  'model.failed': ['{provider} ({model}) failed: {problem}', '{step}'],
  'model.limit': ['{model} reached the limit of steps or tokens', 'Raise the limit.'],
  'model.no_address': [
    'an OpenAI-compatible model needs an address',
    {
      terminal: 'Set it with: rappel setup',
      assistant: 'Ask the user to run: rappel setup',
      page: 'Set it in Settings, under Model.',
    },
  ],
  'model.no_key': [
    'no key for {provider}',
    {
      terminal: 'Set {variable}, or run: rappel setup',
      assistant: 'Ask the user to set {variable}, or to run: rappel setup',
      page: 'Set {variable} on the machine of Rappel, or give a key in Settings, under Model.',
    },
  ],
  'model.no_reason': 'no reason given',
  'model.no_simd': [
    "vectors can't be compared here: WebAssembly with SIMD is missing",
    'Search works without it, by words alone.',
  ],
  'model.none_on_machine': [
    'neither Ollama, LM Studio nor llama.cpp answers on this machine',
    'Start one of them with a model, then try again. Looked at the ports 11434, 1234 and 8080 of 127.0.0.1.',
  ],
  'model.not_set': [
    'no model is set',
    {
      terminal: 'Choose one with: rappel setup',
      assistant: 'Ask the user to run: rappel setup',
      page: 'Choose one in Settings, under Model.',
    },
  ],
  'model.refused': '{model} refused to answer',
  'model.server_empty': [
    '{server} runs, but has no model',
    'Add one there (with Ollama: ollama pull MODEL), then try again.',
  ],
  'model.silent': '{model} gave no answer',
  'model.slow': [
    '{model} took too long',
    {
      terminal:
        'Choose a faster model with: rappel setup. Or allow more time: rappel setup limits seconds=600',
      assistant: 'Ask the user to choose a faster model or to allow more time: rappel setup',
      page: 'Choose a faster model in Settings, or allow more time.',
    },
  ],
  'model.step_400': [
    '',
    {
      terminal: 'The provider rejected the request; check the name of the model with: rappel setup',
      assistant:
        'The provider rejected the request. Ask the user to check the name of the model: rappel setup',
      page: 'The provider rejected the request; check the name of the model in Settings.',
    },
  ],
  'model.step_401': [
    '',
    {
      terminal: 'Check the key with: rappel setup',
      assistant: 'Ask the user to check the key: rappel setup',
      page: 'Check the key in Settings, under Model.',
    },
  ],
  'model.step_402': [
    '',
    {
      terminal: "Check the provider's account, or choose another model with: rappel setup",
      assistant: "Ask the user to check the provider's account, or to choose another model: rappel setup",
      page: "Check the provider's account, or choose another model in Settings.",
    },
  ],
  'model.step_403': [
    '',
    {
      terminal: 'This key has no access to the model; choose another with: rappel setup',
      assistant: 'This key has no access to the model. Ask the user to choose another: rappel setup',
      page: 'This key has no access to the model; choose another in Settings.',
    },
  ],
  'model.step_404': [
    '',
    {
      terminal: 'Check the name of the model and the address with: rappel setup',
      assistant: 'Ask the user to check the name of the model and the address: rappel setup',
      page: 'Check the name of the model and the address in Settings.',
    },
  ],
  'model.step_429': ['', 'The provider limits how often it answers.'],
  'model.step_later': ['', 'Try again later.'],
  'model.step_network': ['', 'Check the address and the connection.'],
  'model.test_running': 'another test is running',

  'move.folder_taken': ['already exists', 'Give the whole target path: {target}'],
  'move.into_itself': "a folder can't be moved into itself",
  'move.needs_name': ['a name that ends in / is a folder', 'Give the whole target path: {target}'],
  'move.taken': ['already exists', 'Choose another name, or delete it first.'],

  'name.not_portable': ['{problem}', 'Choose another name, like {example}'],

  'oauth.no_assistant': 'no assistant signs in here',
  'oauth.other_vault': 'this sign-in is for another vault',
  'oauth.over': ['this sign-in is over', 'Connect again in the assistant.'],
  'oauth.owner_only': [
    'only the owner of this memory can let an assistant in',
    { page: "Log in with the vault's own token: rappel serve prints a link that does it." },
  ],
  'oauth.person_only': 'only a person who is signed in can let an assistant in',
  'oauth.too_many': ['too many sign-ins are under way', 'Try again in a few minutes.'],
  'oauth.too_many_clients': ['too many clients register at once', 'Try again in a minute.'],

  'openid.no_answer': ['the sign-in provider does not answer', 'Try again later.'],
  'openid.not_invited': 'nobody was invited with this account',
  'openid.settings': 'sign-in through a provider needs {names}',

  other: ['{message}', '{hint}'],

  'page.past_end': [
    'offset: got {offset}, expected less than {length}',
    'Leave offset out to start from the beginning.',
  ],

  'passkey.last': [
    'this passkey is your only way to sign in',
    'Add another passkey or choose a password first.',
  ],
  'passkey.missing': 'no such passkey',
  'passkey.unknown': 'this passkey is not known here',

  'path.absolute': [
    'is absolute; paths start at the vault',
    'Name a file or folder inside the vault, like vault/projects/startup-x/state.md.',
  ],
  'path.backslash': [
    'contains a backslash; separate folders with /',
    'Name a file or folder inside the vault, like vault/projects/startup-x/state.md.',
  ],
  'path.control': [
    'contains a control character',
    'Name a file or folder inside the vault, like vault/projects/startup-x/state.md.',
  ],
  'path.control_character': 'the name contains a control character',
  'path.drive': [
    'drive letters are not part of the vault',
    'Name a file or folder inside the vault, like vault/projects/startup-x/state.md.',
  ],
  'path.empty': 'the path is empty; the whole vault is vault/',
  'path.half_character': [
    'contains half a Unicode character',
    'Name a file or folder inside the vault, like vault/projects/startup-x/state.md.',
  ],
  'path.hidden': [
    'names that start with a dot are not part of the vault',
    'Name a file or folder inside the vault, like vault/projects/startup-x/state.md.',
  ],
  'path.link_outside': [
    'a link on this path leads outside the vault, or nowhere',
    'Move what it points to into the vault, or remove the link.',
  ],
  'path.not_one': 'is not a path',
  'path.nul': [
    'contains a NUL character',
    'Name a file or folder inside the vault, like vault/projects/startup-x/state.md.',
  ],
  'path.outside': [
    'leads outside the vault',
    'Name a file or folder inside the vault, like vault/projects/startup-x/state.md.',
  ],

  'person.hub_only': 'this can be changed only on the machine of the hub',
  'person.is_member': '{email} is a member of this vault already',
  'person.last_owner': ['the vault would have no owner any more', 'Make someone else an owner first.'],
  'person.no_access': '{email} has no access to the vault "{vault}"',
  'person.no_email': '"{given}" is not an email address',
  'person.no_session': 'no such session',
  'person.no_vault': 'you have no vault "{vault}"',
  'person.owner_has_no_folders': ["an owner can't be bound to folders", 'Choose another role: {roles}.'],
  'person.owners_only': 'only an owner of the vault may do this',
  'person.role': [
    'a person with the role {role} may not do this',
    'Ask for the role {least}: an owner of the vault can give it.',
  ],
  'person.short_password': 'a password has at least {least} characters',
  'person.signed_out': 'sign in first',
  'person.too_many_attempts': [
    'too many failed sign-ins',
    'Try again in {minutes} minutes, or sign in with a passkey.',
  ],
  'person.too_many_now': ['too many people sign in at the moment', 'Try again.'],
  'person.unknown': [
    'no account has the email address {email}',
    { terminal: 'See them with: rappel hub people FOLDER' },
  ],
  'person.wrong_login': 'wrong email address or password',
  'person.wrong_password': 'wrong password',

  'postgres.closed': [
    'PostgreSQL at {place} closed the connection',
    'Try again. If it fails again, check the log of PostgreSQL.',
  ],
  'postgres.gone': ["PostgreSQL can't be reached at {place}", 'Start PostgreSQL, or correct DATABASE_URL.'],
  'postgres.login': [
    'PostgreSQL at {place} refused the user or password',
    'Correct the user and the password in DATABASE_URL.',
  ],
  'postgres.newer': ['the tables in PostgreSQL were made by a newer Rappel', 'Update Rappel here.'],
  'postgres.no_address': [
    'DATABASE_URL is not the address of a PostgreSQL database',
    'Set DATABASE_URL, for example postgresql://USER:PASSWORD@HOST:5432/DATABASE.',
  ],
  'postgres.no_database': [
    'PostgreSQL has no database {place}',
    'Create it, or correct its name at the end of DATABASE_URL.',
  ],
  'postgres.retry': [
    'PostgreSQL does not answer',
    'Try again: Rappel goes on by itself when PostgreSQL is back.',
  ],
  'postgres.rights': [
    'the user of DATABASE_URL has too few rights in {place}',
    'Name the user who owns the database in DATABASE_URL.',
  ],
  'postgres.said': ['PostgreSQL: {problem}', 'Try again. If it fails again, check the log of PostgreSQL.'],
  'postgres.slow': [
    'PostgreSQL took too long to answer',
    'Try again. If it fails again, check the log of PostgreSQL.',
  ],
  'postgres.unreachable': [
    "PostgreSQL can't be reached at {place} ({error})",
    'Start PostgreSQL, or correct DATABASE_URL.',
  ],

  'project.not_among': 'there is no project "{project}"; there are: {projects}',
  'project.unknown': [
    'there is no project "{project}"',
    {
      terminal: 'See them with: rappel tree projects',
      assistant: 'List the projects with the tool tree: path "vault/projects/", depth 1',
      page: 'See the projects on Home.',
    },
  ],

  'purge.confirm': [
    '{place} would be deleted permanently, with its history',
    { terminal: 'If you mean it: rappel purge {input} --yes' },
  ],
  'purge.left': [
    'is purged, but its content is still in {files}',
    { terminal: 'If those are copies of it, purge them as well: rappel purge PATH --yes' },
  ],
  'purge.moved': [
    'was moved to {files}',
    { terminal: 'Purge it there; its earlier names go with it: rappel purge {file} --yes' },
  ],
  'purge.nothing': [
    'nothing of that name is in the files or in their history',
    { terminal: 'See the names with: rappel tree, or rappel history' },
  ],

  'qmd.bad_seconds': 'RAPPEL_QMD_SECONDS: got "{given}", expected a number of seconds',
  'qmd.not_usable': ['{problem}', { terminal: 'Next: {command}' }],

  'question.unknown': [
    'there is no question "{id}"',
    {
      terminal: 'List them with: rappel inbox',
      assistant: 'List them with the tool tree: path "vault/inbox/"',
      page: 'See the open questions in the inbox.',
    },
  ],

  'range.malformed':
    'got the range "{given}", expected the form "9-14" or "1-1,9-14", from 1, ascending, not overlapping',
  'range.past_end': 'line {line} is past the end: the file has {count} {count|line|lines}',

  'read.folded_part': [
    '{parameter}: got true together with {part}, expected one of the two',
    'Leave out {part} to see the outline.',
  ],
  'read.head_and_tail': [
    '{parameter}: got {head} together with tail {tail}, expected one of the two',
    'Give head or tail, or neither for the whole file.',
  ],
  'read.range_and_part':
    'paths: got a range of lines together with head, tail or folded, expected one of them',

  'redo.done_already': [
    'this undo was taken back already',
    {
      terminal: 'Undo the entry again with: rappel undo {id}',
      assistant: 'Undo the entry again with the tool undo: entry "{id}"',
      page: 'Undo the entry again in History.',
    },
  ],
  'redo.not_undone': [
    'this entry is not undone, so there is nothing to bring back',
    {
      terminal: 'List the entries with: rappel history',
      assistant: 'List the entries with the tool history.',
      page: 'See the entries in History.',
    },
  ],
  'redo.nothing': ['nothing is undone', { terminal: 'List the entries with: rappel history' }],

  'reference.malformed': [
    '"{reference}" is not a reference',
    {
      terminal: 'A reference has the form vault/tasks.md:9-14@3f9a2c; answers with --json carry them as ref.',
      assistant: 'A reference has the form vault/tasks.md:9-14@3f9a2c; answers carry them as ref.',
      page: 'A reference has the form vault/tasks.md:9-14@3f9a2c.',
    },
  ],

  'refile.no_note': [
    'this entry of the history is not a note that Rappel filed',
    {
      terminal: 'Move files with: rappel move FROM TO',
      assistant: 'Move files with the tool move.',
      page: 'Move the file instead.',
    },
  ],
  'refile.no_project': 'project: got null, expected the project to move it to, or "" for none',
  'refile.not_filed': [
    '{entry} is not filed, so there is nothing to move',
    {
      terminal: 'See what became of it with: rappel history',
      assistant: 'See what became of it with the tool history.',
      page: 'See what became of it in History.',
    },
  ],
  'refile.nothing': ['no note was filed yet', { terminal: 'List the entries with: rappel history' }],
  'refile.secret': [
    "{entry} seemed to contain a secret, so it can't be filed anew",
    {
      terminal: 'Answer its question with a project, or move its file: rappel move FROM TO',
      assistant: 'Answer its question with a project, or move its file with the tool move.',
      page: 'Answer its question with a project, or move its file.',
    },
  ],

  'restore.folder': ['is a folder now', 'Move it away first.'],
  'restore.link': ['is a link now', 'Move it away first.'],
  'restore.not_then': [
    'was not in the history then',
    {
      terminal: 'See its entries with: rappel history {path}',
      assistant: 'See its entries with the tool history: path "{path}"',
      page: 'See its entries in its history.',
    },
  ],
  'restore.too_large': ['is too large for the history: it could not be restored', 'Move it away first.'],

  'search.bad_scope': [
    '{parameter}: got {given}, which {reason}',
    'Scopes are paths or globs, like projects/startup-x/ or projects/*/state.md.',
  ],
  'search.no_queries': [
    '{parameter}: got [], expected at least one question or word',
    'Example: ["why was the external API dropped"].',
  ],
  'search.too_many': [
    'too many searches at once for this machine',
    'Try again in a moment, or ask less often.',
  ],

  'secret.elsewhere': [
    'the text that was set aside is not on this machine',
    'Answer on the machine where it was given, or delete the question.',
  ],
  'secret.in_text': [
    'the text seems to contain a secret, so nothing is written',
    'Leave it out. To store it, send it with update: the user is asked, and it stays hidden from models.',
  ],
  'secret.mask_in_text': [
    'the text holds the mask of a secret, so nothing is written',
    'Leave that part out, or edit only the lines around it: what it stands for stays in its file.',
  ],

  'service.by_hub': [
    'a hub serves this vault, and others, at {address}',
    'It closes a vault that nobody uses by itself. To end the hub on {host}: kill {pid}',
  ],
  'service.cannot_listen': [
    "can't listen on {host}:{port}: {reason}",
    { terminal: 'Choose another with --port N.' },
  ],
  'service.does_not_stop': ['process {pid} does not stop', 'End it with: kill -9 {pid}'],
  'service.elsewhere': [
    'the service runs on another machine or in another container, {host}',
    'Stop it there, with the same command.',
  ],
  'service.ended': [
    'the service ended before it had answered',
    { terminal: 'Ask again; see what runs with: rappel status', assistant: 'Ask again.', page: 'Ask again.' },
  ],
  'service.foreign_address': [
    '.rappel/service.json names {address}, which is not an address of this machine',
    {
      terminal: 'Stop the service of this vault, delete that file, and run: rappel serve',
      assistant: 'Ask the user to stop the service of this vault, delete that file, and run: rappel serve',
    },
  ],
  'service.needed': [
    'only a running service can do {operation}',
    {
      terminal: 'Start it with: rappel serve',
      assistant: 'Ask the user to run: rappel serve',
      page: 'Start it with: rappel serve',
    },
  ],
  'service.running': [
    'this vault is served already, at {address} (process {pid} on {host})',
    { terminal: 'Use that one, or stop it with: rappel stop' },
  ],
  'service.silent': [
    'the service at {address} (process {pid}) does not answer',
    {
      terminal: 'Restart it: rappel stop, then: rappel serve',
      assistant: 'Ask the user to restart it: rappel stop, then: rappel serve',
    },
  ],
  'service.stop_unsure': [
    '{problem}',
    { terminal: 'If process {pid} is the service of this vault, end it with: kill {pid}' },
  ],
  'service.stopping': ['this service is stopping', 'Try again.'],
  'service.unproven': [
    'the program at {address} did not prove that it serves this vault',
    {
      terminal:
        'Nothing was sent to it. If it is the service of this vault, stop that process and run: rappel serve',
      assistant:
        'Nothing was sent to it. Ask the user to stop that process if it is the service of this vault, and to run: rappel serve',
    },
  ],

  'session.no_turns': [
    '{session} is not a session: it has no turns',
    'A session has headings "## User" and "## Assistant".',
  ],

  'settings.base_url': 'RAPPEL_BASE_URL: got "{given}", expected {expected}',
  'settings.expected': '{setting}: expected {expected}',
  'settings.history_limit': 'RAPPEL_HISTORY_LIMIT_MB: got "{given}", expected {expected}',
  'settings.model': [
    'RAPPEL_MODEL: got "{given}", expected provider:model',
    'The providers are {providers}.',
  ],
  'settings.no_home': [
    "your home folder can't be found",
    {
      terminal: 'Set HOME, or name the vault with --vault (and the settings with XDG_CONFIG_HOME).',
      assistant: 'Ask the user to set HOME.',
      page: 'Set HOME.',
    },
  ],
  'settings.unusable': [
    "the settings in {file} can't be used: {reason}",
    'Fix the file or remove it; an example is {"vault": "~/rappel"}.',
  ],

  'state.busy': ['the state of this vault is in use by another process', 'Try again in a moment.'],
  'state.damaged':
    'the database of this vault was damaged and is now .rappel/{file}; notes and history are unharmed, the rest starts anew. Delete that file to end this message',

  'stream.too_many': ['{most} streams are open already', 'Close one and try again.'],

  'sync.bad_pack': [
    'what came from the remote is refused: {reason}',
    {
      terminal: 'Nothing was changed here. Find out who else writes there, or leave it with: rappel sync off',
      page: 'Nothing was changed here. Find out who else writes there, or leave it in Settings, under Sync.',
    },
  ],
  'sync.both_have_files': [
    'both sides have files: this merges them',
    { terminal: 'If you mean it: rappel sync {given} --yes' },
  ],
  'sync.deleted_here': [
    'this machine deleted {deleted} of {files} files, so nothing was exchanged',
    {
      terminal:
        'If that is meant, go on with: rappel sync --yes. If not, see what happened with: rappel history',
      page: 'If that is meant, continue in Settings, under Sync. If not, see what happened in History.',
    },
  ],
  'sync.deleted_there': [
    'another machine deleted {deleted} of {files} files, so nothing was exchanged',
    {
      terminal:
        'If that is meant, go on with: rappel sync --yes. If not, see what happened with: rappel history',
      page: 'If that is meant, continue in Settings, under Sync. If not, see what happened in History.',
    },
  ],
  'sync.file_too_large': [
    'the remote holds a file that is too large for the history',
    'Nothing was changed here. Remove it there, or use another remote.',
  ],
  'sync.folder_not_encrypted': [
    '{place} holds something that is not encrypted',
    'Name an empty folder, or one that does not exist yet.',
  ],
  'sync.folder_taken': [
    '{folder} holds something else',
    'Name an empty folder, one that does not exist yet, or a bare git repository.',
  ],
  'sync.keeps_changing': [
    '{remote} keeps changing',
    { terminal: 'Try again in a moment: rappel sync', page: 'Try again in a moment.' },
  ],
  'sync.moved_on': 'the shared history has moved on',
  'sync.needs_key': [
    '{remote} is encrypted, so this machine needs its key',
    {
      terminal: 'Set it up with the key of another machine: rappel sync REMOTE --encrypt --key-file FILE',
      page: 'Give the key of another machine in Settings, under Sync.',
    },
  ],
  'sync.needs_token': [
    '{address} asks for a token, or for another one',
    {
      terminal:
        'Make one there with: rappel token create NAME. Then give it to this machine: rappel sync ADDRESS --token-file FILE',
      page: 'Make one there, then give it to this machine in Settings, under Sync.',
    },
  ],
  'sync.no_answer': [
    '{remote} could not be reached: it did not answer in time',
    {
      terminal: 'Nothing is lost: it is tried again. To see for yourself: rappel sync',
      page: 'Nothing is lost: it is tried again. To see for yourself, sync now in Settings.',
    },
  ],
  'sync.no_git': ['a sync needs git, which is not installed', 'Install git, then try again.'],
  'sync.no_key': [
    'this is no key of an encrypted remote',
    'It begins with AGE-SECRET-KEY-1 and is in .rappel/sync-key of the machine that set it up.',
  ],
  'sync.no_place': [
    '"{address}" is no place to sync with',
    'Name a folder, a git repository (git@host:memory.git, https://host/memory.git) or a Rappel service (https://host/)',
  ],
  'sync.no_service': [
    'no Rappel service answers at {address} (status {status})',
    'The address of a service ends with a slash, that of a git repository does not.',
  ],
  'sync.not_offered': [
    'this service offers no sync yet',
    {
      terminal: 'On its machine, run once: rappel sync here',
      page: 'Offer it on its machine: Settings, Sync.',
    },
  ],
  'sync.not_set_up': [
    'this vault syncs with nothing yet',
    {
      terminal: 'Name a place with: rappel sync REMOTE (a folder, or git@host:memory.git)',
      page: 'Name a place in Settings, under Sync.',
    },
  ],
  'sync.other_key': [
    'this vault has another key already',
    'Keep it if a remote needs it: move .rappel/sync-key away, then try again.',
  ],
  'sync.place_changed': '{place} changed meanwhile, or a file of it is missing',
  'sync.place_damaged': [
    '{place} is damaged, or something in it was replaced',
    {
      terminal:
        'Nothing was changed here. From a machine that has everything, begin anew in an empty place: rappel sync REMOTE --encrypt',
      page: 'Nothing was changed here. From a machine that has everything, begin anew in an empty place.',
    },
  ],
  'sync.refused': [
    '{remote} refused the changes: {reason}',
    'Allow the user of Rappel to push to every branch there, also without a fast-forward.',
  ],
  'sync.remote_empty': [
    '{remote} is empty, although it had entries',
    {
      terminal: 'A drive may be missing. To send everything again: rappel sync --yes',
      page: 'A drive may be missing. To send everything again, continue in Settings, under Sync.',
    },
  ],
  'sync.remote_restored': [
    'the remote no longer has entries that it had: it was restored from a backup, or they were purged',
    {
      terminal:
        'To send them again: rappel sync off, then rappel sync REMOTE. If they were purged on another machine, drop them here too: rappel sync --yes',
      page: 'To send them again, stop the sync and set it up again. If they were purged on another machine, drop them here too in Settings, under Sync.',
    },
  ],
  'sync.repository_not_encrypted': [
    '{place} holds something that is not encrypted',
    'Use an empty repository.',
  ],
  'sync.rewritten': [
    'another machine rewrote the shared history: it purged or trimmed something',
    {
      terminal: 'If you know why, take it over with: rappel sync --yes',
      page: 'If you know why, take it over in Settings, under Sync.',
    },
  ],
  'sync.same_name': [
    'this disk takes {one} and {other} for the same file, so nothing was exchanged',
    {
      terminal: 'Rename one of the two on another machine, then: rappel sync',
      page: 'Rename one of the two on another machine, then sync again.',
    },
  ],
  'sync.service_not_encrypted': [
    'a service reads what it serves, so it can’t be encrypted',
    'Name a folder or a git repository.',
  ],
  'sync.silent': 'the remote did not answer in time',
  'sync.too_many': 'too many machines sync at the moment',
  'sync.unreachable': [
    '{remote} could not be reached: {reason}',
    {
      terminal: 'Nothing is lost: it is tried again. To see for yourself: rappel sync',
      page: 'Nothing is lost: it is tried again. To see for yourself, sync now in Settings.',
    },
  ],
  'sync.wrong_key': [
    'the key of this machine does not open what is on {place}',
    {
      terminal:
        'Nothing was changed. Set it up with the key of another machine: rappel sync REMOTE --encrypt --key-file FILE',
      page: 'Give the key of another machine in Settings, under Sync.',
    },
  ],

  'system.denied': ['permission denied', 'Check who owns the file and its folder.'],
  'system.disk_full': ['the disk is full', 'Free some space and try again.'],
  'system.file_too_large': [
    'the file would be larger than the system allows',
    'Free some space or raise the limit.',
  ],
  'system.in_use': ['the file is in use', 'Close the program that holds it and try again.'],
  'system.is_folder': ['is a folder', 'Name a file.'],
  'system.links_in_circle': ['links lead in a circle', 'Remove one of them.'],
  'system.name_too_long': ['the name is too long', 'Choose a shorter one.'],
  'system.other': ['the system reported {error}', 'Check the disk and try again.'],
  'system.read_only': ['the disk is read-only', 'Make it writable and try again.'],
  'system.too_many_open': ['too many open files', 'Close some programs and try again.'],

  'task.gone': ['the task is no longer there', 'Reload the file.'],

  'token.bad_name': 'name: expected {expected}',
  'token.copied': [
    "the access tokens in {folder} were not made here, and can't be replaced",
    'Make the folder writable, or remove them.',
  ],
  'token.exists': [
    'there is a token named "{name}" already',
    'Choose another name, or revoke that one first.',
  ],
  'token.missing': 'no such token',
  'token.name_length': 'name: expected a name of 1 to 60 characters',
  'token.read_only': ['this token is for reading only', 'Use a token that was made for writing too.'],
  'token.short': [
    'the token in {file} is too short: it could be guessed',
    'Delete that file and start again: Rappel makes a new token.',
  ],
  'token.too_many': ['there are {most} tokens already', 'Revoke one that is not used any more.'],
  'token.unknown': [
    'no token is named "{name}"',
    { terminal: 'See them with: rappel token', page: 'Reload the page.' },
  ],

  'tool.too_many_calls': 'calls: got {count} calls, expected {expected}',
  'tool.unknown': ['there is no tool "{tool}"', 'The tools are {known}.'],

  'trash.no_place': '"{name}" does not name a place in the trash',

  'undo.changed': '{file} was changed since',
  'undo.changed_units': '{file} was changed since in the same place',
  'undo.done_already': [
    'this entry is undone already',
    {
      terminal: 'Bring it back with: rappel redo {id}',
      assistant: 'Only the user can bring it back.',
      page: 'Bring it back in History.',
    },
  ],
  'undo.files_changing': ['the files are still changing', 'Try again in a moment.'],
  'undo.files_gone': "this can't be undone: its files are no longer there",
  'undo.folder': '{file} is a folder now',
  'undo.half_done': [
    'some files could not be put back: {reason}',
    'Free the disk or the folder, then run the same command again: it puts them back first.',
  ],
  'undo.moved': '{file} was moved again since',
  'undo.not_of_project': [
    'this was not done by an assistant of this project',
    'Ask the user to undo it: rappel undo {id}',
  ],
  'undo.nothing_left': [
    'nothing to undo: what this entry brought in is no longer there',
    {
      terminal: 'List the entries with: rappel history',
      assistant: 'List the entries with the tool history.',
      page: 'See the entries in History.',
    },
  ],
  'undo.nothing_yet': ['nothing to undo yet', { terminal: 'List the entries with: rappel history' }],
  'undo.obstacles': [
    "this can't be undone as a whole: {reasons}",
    {
      terminal:
        'Undo the rest and keep what was changed since with: rappel undo {id} --keep-changed, or take that out too with: --take-changed',
      assistant: 'Ask the user which version to keep.',
      page: 'Keep what was changed since and undo the rest, or take that out too.',
    },
  ],
  'undo.removed': 'removed',
  'undo.replaced': '{file} is another file now',
  'undo.text': '"{text}"',
  'undo.too_old': [
    "entry {id} can't be undone: the history no longer has the files from before it",
    {
      terminal: 'List the entries with: rappel history',
      assistant: 'List the entries with the tool history.',
      page: 'See the entries in History.',
    },
  ],
  'undo.unit': 'under "{heading}": {text}',

  'update.being_filed': ['the update "{id}" is being filed', 'Wait for it to finish; then undo it.'],
  'update.damaged_input': 'its input.json is damaged ({field})',
  'update.damaged_row': 'the update "{id}" in PostgreSQL is damaged',
  'update.empty': 'text: got "", expected a text or at least one image',
  'update.failed_left': '{problem}; {files} changed meanwhile and stayed as it is',
  'update.filed': [
    'the update "{id}" is filed already',
    {
      terminal: 'To take it back: rappel undo {entry}',
      assistant: 'To take it back, call undo with entry "{entry}".',
      page: 'Undo it in History.',
    },
  ],
  'update.id_taken': [
    'the id "{id}" belongs to an earlier update with different content',
    'Use another id, or none.',
  ],
  'update.interrupted': 'it was interrupted',
  'update.not_rolled_back': [
    'an interrupted update could not be rolled back',
    {
      terminal: 'See the cause with: rappel doctor',
      assistant: 'Ask the user to run: rappel doctor',
      page: 'See the cause on the machine of Rappel with: rappel doctor',
    },
  ],
  'update.outside_project': [
    'this can only be filed by the user: its place is outside this project',
    'It stays in the inbox.',
  ],
  'update.unknown': [
    'no update "{id}"',
    {
      terminal: 'List them with: rappel status',
      assistant: 'Give the id that update answered.',
      page: 'See the notes in Activity.',
    },
  ],

  'upload.does_not_fit': 'this part of the upload does not fit',
  'upload.exported_vault': [
    '{file} may be an exported vault, which becomes a vault of its own',
    {
      terminal: 'Import it with: rappel import FILE --vault DIR',
      page: 'Import it on the machine of Rappel with: rappel import FILE --vault DIR',
    },
  ],
  'upload.missing': 'this upload is not there',
  'upload.no_id': 'this is no id of an upload',
  'upload.nothing': 'no file was sent',
  'upload.refused': "{file} can't be imported: {reason}",
  'upload.too_large': [
    'these files are larger than {gigabytes} GB in all',
    {
      terminal: 'Import them with: rappel import PATH',
      page: 'Import them on the machine of Rappel with: rappel import PATH',
    },
  ],
  'upload.too_many': [
    'more than {most} files at once',
    {
      terminal: 'Import the folder with: rappel import PATH',
      page: 'Import the folder on the machine of Rappel with: rappel import PATH',
    },
  ],
  'upload.twice': '{file} was sent twice',

  'usage.address_like': 'an address like {example}',
  'usage.between': 'a number from {least} to {most}',
  'usage.call_parameters':
    'call {operation} needs its parameters as JSON, or - to read them from standard input',
  'usage.calls': 'expected a list of calls: [{"tool": NAME, "input": {…}}, …]',
  'usage.capture_remove': 'capture remove needs a session',
  'usage.choose_model': 'several models run here; choose one with --model: {names}',
  'usage.dismiss': '--dismiss needs a question: rappel inbox 2 --dismiss',
  'usage.edit': 'edit needs --old TEXT and --new TEXT',
  'usage.encrypt': '--encrypt is for a folder or a git repository: a service reads what it serves',
  'usage.find': 'find needs a query',
  'usage.got': 'got "{given}", expected {expected}',
  'usage.got_of': 'got "{given}", expected {names} or {last}',
  'usage.health_id': 'health {action} needs the id of a finding',
  'usage.hub': 'got "{given}", expected a folder or {verbs}',
  'usage.hub_add': 'add takes the folder of the hub and the name of the vault',
  'usage.hub_folder': '{verb} takes the folder of the hub',
  'usage.hub_invite': 'invite takes the folder of the hub, the name of the vault and an email address',
  'usage.hub_remove':
    'remove takes the folder of the hub, then the name of a vault, an email address, or both',
  'usage.id_or_date': 'an id or a date like 2025-07-14T18:30',
  'usage.install': 'install needs a client: {clients}; for any other use --print',
  'usage.install_unknown':
    'unknown client "{client}"; known: {clients}; for any other: rappel install --print',
  'usage.limit': 'got "{given}", expected NAME=VALUE; the names are {names}',
  'usage.link_choice': 'choose one of --open and --project',
  'usage.memories': 'memories on and off need a client: {clients}',
  'usage.missing_argument': 'missing argument; usage: rappel {command}{usage}',
  'usage.needs_value': '--{option} needs {value}',
  'usage.no_command': 'no command after {before}',
  'usage.no_endpoint': 'no endpoint given: name its address, or none',
  'usage.no_model': 'no model given: name it with --model NAME',
  'usage.no_model_name': '--model: expected the name of a model',
  'usage.no_project': 'this directory belongs to no project; name one: rappel link PROJECT',
  'usage.no_terminal_import': 'not a terminal: add --yes to import, or --dry-run to see what would happen',
  'usage.no_terminal_option': 'not a terminal: give this as an option: {option}',
  'usage.no_terminal_yes': 'not a terminal: add --yes to confirm',
  'usage.no_value': '--{option} takes no value',
  'usage.nothing_after': 'got "{given}", expected nothing after {after}',
  'usage.nothing_to_remember': 'nothing to remember: the text is empty',
  'usage.one_of': 'one of {names}',
  'usage.option': '{parameter}: got "{given}", expected {expected}',
  'usage.option_before': 'unknown option {option} before the command; name the command first',
  'usage.or_default': '{expected}, or default',
  'usage.or_more': '{least} or more',
  'usage.project_name': `"{given}" can't be the name of a project`,
  'usage.restore': 'restore needs --at with an entry of the history or a date',
  'usage.retry': 'name an update, or use --all; list them with: rappel status',
  'usage.search': 'search needs a question',
  'usage.sync_name': 'name the machine where you set the sync up: rappel sync REMOTE --name NAME',
  'usage.to': '{least} to {most}',
  'usage.token_file': '--token-file is for a Rappel service: https://host/',
  'usage.token_name': 'token {verb} needs a name',
  'usage.undo_choice': 'choose one of --keep-changed and --take-changed',
  'usage.unexpected_argument': 'unexpected argument "{argument}"; usage: rappel {command}{usage}',
  'usage.unknown_command': 'unknown command "{command}"',
  'usage.unknown_command_near': 'unknown command "{command}"; did you mean "{near}"?',
  'usage.unknown_operation': 'unknown operation or tool "{name}"; the tools are {tools}',
  'usage.unknown_option': 'unknown option {option}; put -- before text that starts with a dash',
  'usage.unknown_option_near': 'unknown option {option}; did you mean --{near}?',
  'usage.verify': 'verify needs at least one reference',
  'usage.whole_number': 'a whole number',
  'usage.words': ' {words}',

  'vault.gone': [
    'the vault is gone: there is no folder {folder}',
    {
      terminal: 'Restore the folder or reconnect its disk, or name another vault with --vault.',
      assistant: 'Ask the user to restore the folder or to reconnect its disk.',
      page: 'Restore the folder or reconnect its disk.',
    },
  ],
  'vault.is_file': [
    '{folder} is a file, not a folder',
    { terminal: 'Name a folder with --vault.', assistant: 'Ask the user to name a folder with --vault.' },
  ],
  'vault.missing': [
    'there is no vault at {folder}',
    {
      terminal: 'Create it with: rappel {command} {folder} (or name another with --vault)',
      assistant: 'Ask the user to run: rappel {command} {folder}',
      page: 'Create it with: rappel {command} {folder}',
    },
  ],
  'vault.newer_format': [
    'this vault was used by a newer Rappel (format {found}; this version supports {supported})',
    'Update Rappel; your files are untouched.',
  ],
  'vault.not_deleted': "the vault itself can't be deleted",
  'vault.not_moved': "the vault itself can't be moved",
  'vault.not_purged': "the vault itself can't be purged",
  'vault.out_of_reach': [
    'the vault at {folder} is out of reach',
    {
      terminal:
        'Reconnect its disk or restore the folder; Rappel then continues by itself. If you moved it: rappel stop, then: rappel serve',
      assistant:
        'Ask the user to reconnect its disk or to restore the folder; Rappel then continues by itself.',
      page: 'Reconnect its disk or restore the folder; Rappel then continues by itself. If you moved it, restart Rappel.',
    },
  ],

  'wall.bad_header': "the header {header} can't be read",
  'wall.global': [
    'can be marked as global only by the user',
    'Leave out "global: true", or ask the user to add it.',
  ],
  'wall.shared': ['is shared by all projects and can only be read here', 'Write to a file of this project.'],
  'wall.too_many': ['{most} walls are in use already', 'Try again in a minute.'],
  'wall.too_many_of_token': ['this token uses {most} different walls already', 'Try again in a minute.'],

  'zip.cut_off': [
    'this is not a ZIP archive, or it is cut off',
    'It may be an incomplete download: download it again.',
  ],
  'zip.damaged': ['the ZIP archive is damaged', 'It may be an incomplete download: download it again.'],
  'zip.locked': 'password-protected',
  'zip.method': "compressed by a method ({method}) that Rappel can't read",
  'zip.no_space': [
    'unpacked, the archive takes {gigabytes} GB, more than the temporary folder has space for',
    'Unpack it elsewhere and import the folder.',
  ],
  'zip.too_many': [
    'the archive has too many entries ({count})',
    'Unpack it elsewhere and import the folder.',
  ],
} as const;
