import type { Translation } from '../message.js';

/** The same in French. */
export const frenchMessages: Translation = {
  'answer.empty': 'choice : manquant, attendu : un choix ou un texte',
  'answer.no_choice': '« {given} » n’est pas l’un des choix : {choices}',
  'answer.nothing_asked': [
    'aucune question n’a encore été posée',
    { terminal: 'Liste des réponses : rappel explain' },
  ],
  'answer.secret': [
    'cette réponse semble contenir un secret ; elle n’est pas enregistrée',
    'Répondez par un choix ; donnez le secret dans une note à part, et Rappel demande quoi en faire.',
  ],
  'answer.too_large': [
    'la réponse est trop longue',
    'Demandez moins : moins de fichiers, head ou tail, ou une plage de lignes.',
  ],
  'answer.unknown': [
    'il n’y a pas de réponse « {id} »',
    { terminal: 'Liste des réponses : rappel explain', page: 'Voyez les réponses dans l’activité.' },
  ],

  'archive.bad_update': [
    'archive refusée à cause de sa note {id} : {reason}',
    'Rien n’a été écrit. Cette archive ne vient pas de rappel export.',
  ],
  'archive.damaged': [
    'l’archive est abîmée ou incomplète',
    'Rien n’a été importé. Copiez-la ou téléchargez-la à nouveau.',
  ],
  'archive.folder_not_empty': [
    '{folder} n’est pas un dossier vide',
    {
      terminal:
        'Une archive s’importe comme un nouveau vault. Indiquez un dossier nouveau ou vide avec --vault, ou déplacez celui-ci.',
    },
  ],
  'archive.history_refused': [
    'l’historique de l’archive est refusé : {reason}',
    'Rien n’a été importé. Pour n’importer que ses fichiers, décompressez-la et supprimez .rappel dans le dossier obtenu.',
  ],
  'archive.history_without_git': [
    'l’archive contient un historique, que seul git peut vérifier',
    'Installez git et importez l’archive à nouveau.',
  ],
  'archive.hostile': [
    'archive refusée à cause de {entry} : {reason}',
    'Rien n’a été importé. Cette archive ne vient pas de rappel export.',
  ],
  'archive.not_ours': ['{file} ne vient pas de rappel export', 'Décompressez-la et importez le dossier.'],
  'archive.too_much': [
    'archive refusée : {reason}',
    'Rien n’a été importé. Si vous avez confiance en elle, décompressez-la ailleurs et importez le dossier.',
  ],

  'autostart.control_character': [
    'autostart ne peut pas lancer {program}',
    'Son chemin contient un caractère de contrôle. Renommez le dossier, puis réessayez.',
  ],
  'autostart.failed': [
    '{problem}',
    {
      terminal:
        'Le fichier est en place, mais rien ne le lance encore. Dans votre session, lancez : {commands}\nPour annuler : rm {file}',
    },
  ],
  'autostart.unsupported': [
    'autostart ne prend pas en charge {platform}',
    { terminal: 'Réglez votre système pour lancer ceci à l’ouverture de session : rappel serve' },
  ],

  'capture.being_read': ['Rappel lit cette session en ce moment', 'Réessayez.'],
  'capture.no_session': [
    'aucune session « {session} »',
    { terminal: 'Pour les voir : rappel capture status', page: 'Voyez les sessions dans les réglages.' },
  ],
  'capture.not_removed': [
    'la session n’a pas pu être supprimée',
    {
      terminal: 'Essayez dans un terminal : rappel capture remove SESSION --yes',
      page: 'Essayez dans un terminal : rappel capture remove SESSION --yes',
    },
  ],
  'capture.remove_all': [
    'tout ce que cette session a apporté serait supprimé définitivement',
    { terminal: 'Pour confirmer : rappel capture remove {session} --yes' },
  ],
  'capture.several_sessions': [
    'plusieurs sessions commencent par « {session} »',
    { terminal: 'Pour les voir : rappel capture status', page: 'Voyez les sessions dans les réglages.' },
  ],

  'client.npx': [
    'npx lance une copie temporaire de Rappel, qui peut disparaître à tout moment',
    {
      terminal:
        'Installez d’abord Rappel : npm install --global, avec le chemin de son paquet ou de son dossier',
      page: 'Installez d’abord Rappel : npm install --global, avec le chemin de son paquet ou de son dossier',
    },
  ],
  'client.settings_keep_changing': [
    'un autre programme modifie sans cesse ce fichier',
    'Fermez le client et réessayez.',
  ],
  'client.unknown': 'client inconnu « {client} » ; connus : {known}',
  'client.unsafe_settings': [
    'impossible de modifier ces réglages sans risque : {reason}',
    {
      terminal: 'Corrigez le fichier, ou ajoutez à la main les lignes qu’affiche --print.',
      page: 'Corrigez le fichier, ou ajoutez les lignes à la main.',
    },
  ],

  'concat.lines_not_seen': [
    'seules les lignes {lines} ont été vues pendant cette exécution',
    'Demandez une plage parmi elles, ou lisez d’abord le reste.',
  ],
  'concat.not_seen': ['n’a été ni trouvé ni lu pendant cette exécution', 'Cherchez-le ou lisez-le d’abord.'],
  'concat.too_long': [
    'files : {tokens} jetons reçus, {most} au plus attendus',
    'Prenez les lignes qui répondent et leurs titres, comme "1-1,41-47", dans moins de fichiers.',
  ],

  'delete.folder_not_read': [
    'contient des fichiers qui n’ont pas été lus pendant cette exécution, ou ont changé depuis ; rien n’a été supprimé : {files}',
    'Lisez-les d’abord, puis supprimez le dossier. Les fichiers qui ne sont ni du texte ni des images se déplacent, mais ne se suppriment pas.',
  ],
  'delete.not_read': [
    'n’a pas été lu pendant cette exécution, ou a changé depuis ; rien n’a été supprimé',
    'Lisez-le d’abord, puis supprimez-le. Les fichiers qui ne sont ni du texte ni des images se déplacent, mais ne se suppriment pas.',
  ],
  'delete.too_many': [
    'n’a pas été supprimé : une exécution supprime au plus {most} fichiers sans demander',
    'Rappel le demandera à l’utilisateur dans la boîte de réception à la fin. Continuez le reste ; ne le supprimez pas autrement.',
  ],

  'demo.not_empty': [
    '{folder} n’est pas vide',
    { terminal: 'Indiquez un dossier qui n’existe pas : rappel demo DOSSIER' },
  ],

  'edit.lines_not_there': [
    'ces lignes ne sont pas dans le fichier, ni à ces numéros ni ailleurs',
    'Relisez le fichier et copiez les lignes exactement.',
  ],
  'edit.no_match': [
    'old_content ne se trouve pas dans le fichier',
    'Relisez le fichier et copiez les lignes exactement.',
  ],
  'edit.several_matches': [
    'old_content se trouve {count} fois, aux lignes {lines}',
    'Donnez plus de texte autour, ou les lignes numérotées comme read les affiche.',
  ],
  'edit.stamped': [
    'impossible de modifier {field} : Rappel tient lui-même created, updated et tokens',
    'Laissez ces trois lignes hors de la modification.',
  ],

  'endpoint.failed': [
    '{model} à {host} : {reason}',
    'Vérifiez le point d’accès dans les réglages ; la recherche continue sans lui.',
  ],

  'engine.unknown': [
    'le moteur : « {given} » reçu, attendu : l’un de {known}',
    {
      terminal: 'Réglez-le avec --engine, RAPPEL_ENGINE ou search.engine dans les réglages.',
      assistant: 'Demandez à l’utilisateur de corriger RAPPEL_ENGINE, ou search.engine dans les réglages.',
      page: 'Réglez-le avec RAPPEL_ENGINE ou search.engine dans les réglages.',
    },
  ],

  'example.not_empty': [
    'ce vault contient déjà des fichiers : {file}',
    {
      terminal: 'La mémoire d’exemple demande un vault vide. Pour la voir à côté de la vôtre : rappel demo',
      page: 'La mémoire d’exemple demande un vault vide.',
    },
  ],

  'export.before_history': [
    'l’historique commence le {begins}, après le {day}',
    'Indiquez un jour à partir du {begins}.',
  ],
  'export.day_needs_folder': [
    'les fichiers d’un jour passé sont exportés dans un dossier',
    'Donnez un nom sans .tar.gz.',
  ],
  'export.day_to_come': [
    'le {day} n’est pas encore passé',
    {
      terminal:
        'Indiquez un jour jusqu’à aujourd’hui, ou retirez --as-of pour avoir les fichiers tels qu’ils sont maintenant.',
      page: 'Indiquez un jour jusqu’à aujourd’hui.',
    },
  ],
  'export.exists': ['{target} existe déjà', 'Choisissez un autre nom.'],
  'export.gone': ['cet export n’existe plus', 'Exportez à nouveau.'],
  'export.inside_vault': ['{target} est dans le vault', 'Indiquez un fichier ou un dossier ailleurs.'],
  'export.locked': ['{lock}', 'Attendez la fin, puis réessayez.'],
  'export.no_history': [
    'ce vault n’a pas encore d’historique',
    {
      terminal:
        'Il commence à la prochaine modification. Pour les fichiers tels qu’ils sont maintenant, retirez --as-of.',
      page: 'Il commence à la prochaine modification.',
    },
  ],
  'export.too_compressible': [
    'le vault se compresse si bien que import refuserait l’archive',
    'Exportez plutôt vers un dossier : donnez un nom sans .tar.gz.',
  ],
  'export.unknown_format': [
    'impossible d’exporter au format {format}',
    'Indiquez un fichier dont le nom finit par .tar.gz, ou un dossier.',
  ],

  'file.being_changed': 'un autre programme modifie ces fichiers',
  'file.busy': ['un autre programme écrit sans cesse dans ce fichier', 'Réessayez.'],
  'file.changed': 'a changé depuis sa lecture, relisez-le',
  'file.changed_since': 'a changé entre-temps',
  'file.conflict': ['les mêmes lignes ont été modifiées entre-temps', 'Choisissez la version à garder.'],
  'file.exists': 'existe déjà',
  'file.exists_force': ['existe déjà', { terminal: 'Ajoutez --force pour le remplacer.' }],
  'file.generated': 'est généré et ne se modifie pas à la main',
  'file.image_name': 'ce n’est pas un fichier texte : ce nom est celui d’une image',
  'file.inside_file': 'une partie de ce chemin est un fichier, pas un dossier',
  'file.is_folder': [
    'ce n’est pas un fichier texte, mais un dossier',
    'Indiquez un fichier de ce dossier, comme {path}note.md',
  ],
  'file.missing': 'fichier ou dossier introuvable',
  'file.missing_near': 'fichier ou dossier introuvable ; vouliez-vous dire {near} ?',
  'file.not_deleted': 'un fichier de la racine ne peut pas être supprimé',
  'file.not_moved': 'un fichier de la racine ne peut pas être déplacé',
  'file.not_purged': 'un fichier de la racine ne peut pas être purgé',
  'file.not_read': 'n’a pas été lu dans cette session, lisez-le d’abord',
  'file.not_text': 'ce n’est pas un fichier texte',
  'file.too_large': ['le fichier dépasse 400 Mo', 'Divisez-le, ou gardez-le hors du vault.'],
  'file.too_large_to_send': [
    'le fichier dépasse {megabytes} Mo',
    'Lisez-en une partie avec l’outil read : head, tail ou folded.',
  ],
  'file.too_many_bytes': 'le fichier dépasse {bytes} octets',
  'file.unreadable': 'impossible de lire {file}',

  'filing.not_asked': [
    'n’a pas été modifié : ni un champ ni une réponse ne l’a demandé',
    'Renvoyez-le avec le type « correction » ou « done ».',
  ],
  'filing.note_changed': [
    'la note a été modifiée depuis son classement, elle reste donc à sa place',
    'Déplacez-la à la main.',
  ],

  'finding.file_changed': [
    'le fichier a changé depuis son examen',
    {
      terminal: 'Pour voir les constats actuels : rappel health',
      page: 'Rechargez la page pour voir les constats actuels.',
    },
  ],
  'finding.no_rule': [
    'aucune règle ne peut corriger le constat « {id} »',
    {
      terminal: 'Modifiez {place}, ou masquez le constat : rappel health dismiss {id}',
      page: 'Modifiez {place}, ou masquez le constat.',
    },
  ],
  'finding.unknown': [
    'aucun constat « {id} »',
    { terminal: 'Pour les lister : rappel health', page: 'Rechargez la page.' },
  ],

  'folder.missing': [
    'il n’y a pas de dossier {folder}',
    { terminal: 'Créez-le, puis ajoutez un vault : rappel hub add DOSSIER NOM' },
  ],

  'git.failed': [
    'git {command} a échoué sur l’historique : {reason}',
    {
      terminal: 'Pour voir la cause : rappel doctor',
      assistant: 'Demandez à l’utilisateur de lancer : rappel doctor',
      page: 'Pour voir la cause, sur la machine de Rappel : rappel doctor',
    },
  ],
  'git.host_key': [
    'ssh ne connaît pas la clé d’hôte de {remote}, ou elle a changé',
    'Connectez-vous une fois sous l’utilisateur qui lance Rappel, et comparez la clé : git ls-remote {address}',
  ],
  'git.login_refused': [
    '{remote} a refusé l’utilisateur ou le mot de passe que git lui présente',
    'Corrigez-les dans git sous l’utilisateur qui lance Rappel, puis essayez : git ls-remote {address}',
  ],
  'git.missing': [
    'git ne démarre pas',
    {
      terminal: 'Installez git, puis lancez : rappel doctor',
      assistant: 'Demandez à l’utilisateur d’installer git.',
      page: 'Installez git sur la machine de Rappel.',
    },
  ],
  'git.no_login': [
    'git n’a ni nom d’utilisateur ni mot de passe pour {remote}',
    'Enregistrez-les dans git sous l’utilisateur qui lance Rappel, puis essayez : git ls-remote {address}',
  ],
  'git.no_repository': [
    'il n’y a pas de dépôt git à {remote}, ou l’utilisateur qui lance Rappel ne le voit pas',
    'Créez-le là-bas, ou corrigez l’adresse, puis essayez : git ls-remote {address}',
  ],
  'git.ssh_key_refused': [
    '{remote} a refusé la clé ssh de l’utilisateur qui lance Rappel',
    'Ajoutez-y la clé publique de cet utilisateur, puis essayez : git ls-remote {address}',
  ],
  'git.unreachable': [
    'impossible de joindre {remote} : {reason}',
    'Rien n’est perdu : Rappel réessaie. Pour voir par vous-même : git ls-remote {address}',
  ],

  'history.damaged': [
    'l’historique est abîmé : une partie manque ou a changé ({object})',
    {
      terminal:
        'Rien n’a été modifié. Restaurez .rappel/history.git depuis une sauvegarde, ou utilisez une autre entrée : rappel history',
      assistant:
        'Rien n’a été modifié. Demandez à l’utilisateur de restaurer .rappel/history.git depuis une sauvegarde, ou utilisez une autre entrée de l’outil history.',
      page: 'Rien n’a été modifié. Restaurez .rappel/history.git depuis une sauvegarde, ou utilisez une autre entrée.',
    },
  ],
  'history.empty': ['l’historique est vide', { terminal: 'Notez quelque chose avec : rappel update "…"' }],
  'history.no_before': 'l’historique n’a plus ce qu’il y avait avant',
  'history.no_entry': [
    'aucune entrée « {id} » dans l’historique',
    {
      terminal: 'Pour les lister : rappel history',
      assistant: 'Listez les entrées avec l’outil history.',
      page: 'Voyez les entrées dans l’historique.',
    },
  ],
  'history.no_git': [
    'pas d’historique : git n’est pas installé',
    'Installez git : chaque changement sera alors enregistré. Les fichiers supprimés sont dans .rappel/trash.',
  ],
  'history.refused': [
    'l’historique est refusé : {reason}',
    'Sortez .rappel/history.git du vault ; un nouvel historique commence au prochain changement. Vos fichiers sont intacts.',
  ],
  'history.trim_all': [
    '{count} {count|entrée|entrées} jusqu’au {until} {count|serait supprimée|seraient supprimées} définitivement',
    { terminal: 'Pour confirmer : rappel history --trim --yes' },
  ],

  'http.foreign_address': 'cette adresse n’est pas servie ici',
  'http.foreign_page': 'les requêtes d’autres pages web sont refusées',
  'http.malformed_form': 'formulaire mal formé : {problem}',
  'http.malformed_json': 'JSON mal formé : {problem}',
  'http.no_address': 'cette adresse n’existe pas',
  'http.no_bytes': [
    'le corps doit être les octets d’un fichier',
    'Envoyez l’en-tête content-type: application/octet-stream.',
  ],
  'http.no_json': ['le corps doit être du JSON', 'Envoyez l’en-tête content-type: application/json.'],
  'http.no_pack': 'le corps doit être les octets d’un paquet',
  'http.no_token': [
    'le jeton d’accès manque',
    'Il est dans le fichier .rappel/token du vault, sur la machine qui le sert.',
  ],
  'http.other_user': [
    'cette mémoire appartient à un autre utilisateur de cette machine',
    {
      page: 'Si c’est la vôtre, et que la requête est passée par un proxy, démarrez-la avec : rappel serve --token',
    },
  ],
  'http.own_page_only': [
    'cela ne se modifie que dans la page, sur la machine qui la sert',
    'Ouvrez la page là-bas, ou utilisez la ligne de commande.',
  ],
  'http.path_encoding': 'le chemin n’est pas correctement encodé en pourcent',
  'http.too_large': ['la requête dépasse {most}', 'Envoyez moins à la fois.'],
  'http.too_many_requests': [
    'trop de requêtes pour cette machine',
    'Réessayez dans un instant, ou demandez moins souvent.',
  ],
  'http.too_many_values': [
    'la requête contient trop de valeurs, ou trop imbriquées',
    'Envoyez moins à la fois.',
  ],
  'http.too_often': ['vous avez envoyé plus de {most} requêtes en une minute', 'Attendez une minute.'],
  'http.unexpected': ['problème inattendu', 'Consultez le journal du service.'],
  'http.wrong_token': [
    'jeton incorrect',
    'Il est dans le fichier .rappel/token du vault, sur la machine qui le sert.',
  ],

  'hub.bad_name': [
    '« {vault} » ne peut pas être le nom d’un vault',
    'Utilisez au plus 63 caractères parmi a-z, 0-9, « . », « _ » et « - » ; le premier et le dernier sont des lettres ou des chiffres.',
  ],
  'hub.bad_remote': [
    '« {remote} » ne peut pas être le dépôt distant d’un vault d’un hub',
    'Indiquez un dossier que chaque nœud a au même chemin, ou un dépôt git (git@host:memory.git) sans mot de passe dans son adresse.',
  ],
  'hub.both_have_files': [
    'le vault « {vault} » et {remote} ont tous deux des fichiers',
    { terminal: 'Fusionnez-les d’abord : rappel sync {remote_shell} --vault {folder}' },
  ],
  'hub.database': ['{problem}', '{step}'],
  'hub.leader_unknown': [
    '{problem} : on ne sait donc pas quel nœud mène ce vault',
    'Réessayez : Rappel reprend de lui-même quand PostgreSQL répond à nouveau.',
  ],
  'hub.lost_lead': ['un autre nœud mène désormais ce vault', 'Réessayez.'],
  'hub.no_leader': [
    'le nœud qui mène ce vault ne répond pas',
    'Réessayez dans quelques secondes : un autre prend le relais.',
  ],
  'hub.no_remote': [
    'ce vault n’a pas de dépôt distant, donc seul un hub d’un seul nœud peut le servir',
    {
      terminal:
        'Donnez-lui-en un pendant qu’aucun nœud ne le sert : rappel hub add {folder} {vault} --remote DÉPÔT',
      page: 'Donnez-lui-en un pendant qu’aucun nœud ne le sert : rappel hub add {folder} {vault} --remote DÉPÔT',
    },
  ],
  'hub.no_vault': 'il n’y a pas de vault « {vault} » dans ce hub',
  'hub.no_vault_here': [
    'il n’y a pas de vault « {vault} » dans ce hub',
    {
      terminal:
        'Pour voir ses vaults : rappel hub status {folder}. Ceux d’autres nœuds demandent DATABASE_URL.',
    },
  ],
  'hub.not_added': ['{problem} : aucun vault n’a donc été ajouté', '{problem}'],
  'hub.not_leading': ['ce nœud ne mène pas ce vault, il n’y change donc rien', 'Réessayez.'],
  'hub.not_removed': ['{problem} : aucun vault n’a donc été retiré', '{problem}'],
  'hub.people_without_database': [
    'les personnes d’un hub sont enregistrées dans PostgreSQL, et DATABASE_URL n’est pas définie',
    'Voir docs/teams.md ; sans base de données, donnez à chaque personne le jeton d’accès de son vault.',
  ],
  'hub.remote_taken': 'le hub a déjà un vault « {vault} », avec le dépôt distant {remote}',
  'hub.remote_without_database': [
    'un vault avec un dépôt distant demande une base de données, et DATABASE_URL n’est pas définie',
    'Définissez DATABASE_URL, par exemple postgresql://UTILISATEUR:MOT_DE_PASSE@HÔTE:5432/BASE.',
  ],
  'hub.removal_unsure': [
    '« {vault} » est en service et synchronisé : des nœuds le partagent peut-être, mais DATABASE_URL n’est pas défini. Aucun vault n’a été retiré',
    'Définissez DATABASE_URL comme sur les nœuds et réessayez. Si le hub n’a pas de base de données, arrêtez-le d’abord.',
  ],
  'hub.roles_unknown': ['{problem}, les droits de chacun ne sont donc pas connus', '{step}'],
  'hub.updates_unknown': [
    '{problem} : on ne sait donc pas quelles mises à jour ce vault a reçues',
    'Réessayez : Rappel reprend de lui-même quand PostgreSQL répond à nouveau.',
  ],
  'hub.vault_behind': [
    'ce vault ne peut pas être ouvert pour l’instant : ce nœud n’arrive pas à obtenir ses derniers changements : {reason}',
    'Réessayez quand son dépôt distant répond, ou quand le nœud qui le menait en dernier est de retour.',
  ],
  'hub.vault_exists': 'il y a déjà un vault « {vault} » dans {folder}',
  'hub.vault_in_service': [
    'le vault « {vault} » est en cours de service',
    'Arrêtez le hub ou le service qui le sert, puis réessayez.',
  ],

  'image.not_one': 'ce n’est pas une image, malgré son nom',
  'image.too_large': 'l’image dépasse 32 Mo',
  'image.unknown_type': 'images : {name} n’est pas une image PNG, JPEG, GIF ou WebP',

  'import.cancelled': 'cette importation a été annulée',
  'import.changed_both': 'modifié à la source et dans le vault ({file})',
  'import.closed': ['cette importation n’accepte plus de fichiers', 'Choisissez à nouveau les fichiers.'],
  'import.into_inbox': [
    'la boîte de réception est pour les questions, pas pour les fichiers',
    {
      terminal: 'Indiquez un projet, comme --into projects/startup-x, ou un dossier.',
      page: 'Choisissez un projet ou un dossier.',
    },
  ],
  'import.item': '{reason}',
  'import.json_cut_off': [
    'l’export s’arrête au milieu de son JSON',
    'Le téléchargement est peut-être incomplet : téléchargez-le à nouveau.',
  ],
  'import.missing': '{file} : fichier ou dossier introuvable',
  'import.no_conversations': 'l’export n’est pas une liste JSON de conversations',
  'import.other_file': 'un autre fichier se trouve déjà à {file}',
  'import.overlaps': [
    '{source} et le vault {vault} se recouvrent',
    {
      terminal:
        'Les fichiers du vault n’ont pas besoin d’être importés. Pour utiliser un dossier de Markdown comme vault, indiquez-le avec --vault.',
      page: 'Les fichiers du vault n’ont pas besoin d’être importés.',
    },
  ],
  'import.reading_failed': 'sa lecture {reason}',
  'import.running': 'cette importation se prépare ou est en cours',
  'import.stopped': [
    '{problem} ; {written} fichiers importés sur {planned}',
    '{problem} Relancez l’importation pour continuer.',
  ],
  'import.stopped_undo': [
    '{problem} ; {written} fichiers importés sur {planned}',
    {
      terminal: '{problem} Relancez l’importation pour continuer. Pour les retirer : rappel undo {entry}',
      page: '{problem} Relancez l’importation pour continuer, ou annulez-la dans l’historique.',
    },
  ],
  'import.unknown': ['pas d’importation « {id} »', 'Choisissez à nouveau les fichiers.'],
  'import.unknown_type': [
    'ce type de fichier ne s’importe pas ({type})',
    'Importez des notes (Markdown, Obsidian, Notion, Logseq, Bear, Notes d’Apple), des conversations avec ChatGPT ou Claude, des journaux de session de Claude Code ou Codex, des documents (PDF, .docx, .html, .txt), du courrier (.eml, .mbox), une archive ZIP de tout cela, ou une archive faite par rappel export. Convertissez d’abord tout autre document : pandoc FICHIER -o FICHIER.md',
  ],

  'inbox.missing': [
    'aucune question de ce nom dans la boîte de réception',
    {
      terminal: 'Pour les lister : rappel tree inbox',
      assistant: 'Pour les lister, l’outil tree : path "vault/inbox/"',
      page: 'Voyez les questions ouvertes dans la boîte de réception.',
    },
  ],

  'index.busy': ['un autre processus utilise l’index de recherche', 'Réessayez dans un instant.'],

  'input.date': [
    '{parameter} : {given} reçu, attendu : une date comme 2025-07-14 ou "il y a 7 jours"',
    'Rappel comprend aussi : 2025-07, 2025, hier, la semaine dernière, mars, il y a 7 jours, 7 days ago.',
  ],
  'input.expected': '{parameter} : « {given} » reçu, attendu : {expected}',
  'input.id': 'id : {given} reçu, attendu : jusqu’à 64 lettres, chiffres, - ou _',
  'input.missing': [
    '{parameter} : manquant, attendu : {expected}',
    'Les paramètres de {tool} sont : {parameters}.',
  ],
  'input.no_object': [
    '{given} reçu, attendu : un objet avec {parameters}',
    'Les paramètres de {tool} sont : {parameters}.',
  ],
  'input.not_text': [
    'l’entrée standard n’est pas du texte en UTF-8, UTF-16 ou Windows-1252',
    { terminal: 'Convertissez-la d’abord : iconv -f ENCODAGE -t UTF-8 FICHIER | rappel update' },
  ],
  'input.unknown': [
    'paramètre {parameter} inconnu ; attendu : {accepted}',
    'Les paramètres de {tool} sont : {parameters}.',
  ],
  'input.wrong': [
    '{parameter} : {given} reçu, attendu : {expected}',
    'Les paramètres de {tool} sont : {parameters}.',
  ],

  'invitation.other_person': [
    'connectez-vous d’abord en tant que {email}',
    'Ouvrez ensuite de nouveau le lien de l’invitation.',
  ],
  'invitation.over': ['cette invitation a déjà servi ou a expiré', 'Demandez-en une nouvelle.'],
  'invitation.too_many': ['il y a déjà {most} invitations en attente', 'Annulez-en d’abord une.'],

  'item.at': ['{item} : {problem}', '{problem}'],
  'item.failed': '[erreur] {item} : {problem}',

  'keep.bad_lines': 'lines : {given} reçu, attendu : des lignes comme "9-14", en ordre croissant',
  'keep.exists': ['existe déjà', 'Choisissez un autre nom.'],
  'keep.no_images_left': 'toutes les images de la note sont déjà classées',
  'keep.no_input': 'cette session n’a rien à conserver',
  'keep.no_text': 'la note n’a pas de texte',

  'key.malformed': [
    'la clé contient des espaces ou est trop longue',
    'Copiez-la à nouveau depuis la page du fournisseur.',
  ],
  'key.readable': [
    'd’autres utilisateurs peuvent lire les clés dans {file}',
    'Rendez le fichier privé : chmod 600 {file}',
  ],
  'key.unreadable': ['impossible de lire les clés dans {file}', 'Corrigez le fichier ou supprimez-le.'],

  list: '{items}',

  'lock.held': [
    'le verrou « {lock} » de ce vault est tenu par {holder}',
    {
      terminal: 'Attendez la fin, ou regardez ce qui tourne avec : rappel status',
      assistant: 'Réessayez dans un instant.',
      page: 'Attendez la fin.',
    },
  ],

  'model.cancelled': 'l’exécution a été annulée',
  'model.cut_off': [
    '{model} a été interrompu : sa réponse dépassait la longueur permise',
    'Augmentez la limite des tokens de sortie.',
  ],
  'model.embedded_dimensions': [
    'le modèle intégré a {dimensions} dimensions',
    'Cette version de Rappel en demande {expected}. Réinstallez-la.',
  ],
  'model.embedded_unreadable': ['impossible de lire le fichier du modèle intégré', 'Réinstallez Rappel.'],
  'model.embedded_unusable': [
    'le fichier du modèle intégré est inutilisable : {reason}',
    'Réinstallez Rappel.',
  ],
  'model.failed': ['{provider} ({model}) a échoué : {problem}', '{step}'],
  'model.limit': ['{model} a atteint la limite d’étapes ou de jetons', 'Augmentez la limite.'],
  'model.no_address': [
    'un modèle compatible OpenAI demande une adresse',
    {
      terminal: 'Réglez-la avec : rappel setup',
      assistant: 'Demandez à l’utilisateur de lancer : rappel setup',
      page: 'Réglez-la dans les réglages, sous Modèle.',
    },
  ],
  'model.no_key': [
    'aucune clé pour {provider}',
    {
      terminal: 'Définissez {variable}, ou lancez : rappel setup',
      assistant: 'Demandez à l’utilisateur de définir {variable}, ou de lancer : rappel setup',
      page: 'Définissez {variable} sur la machine de Rappel, ou donnez une clé dans les réglages, sous Modèle.',
    },
  ],
  'model.no_reason': 'sans raison donnée',
  'model.no_simd': [
    'impossible de comparer des vecteurs ici : WebAssembly avec SIMD manque',
    'La recherche fonctionne sans, par les mots seuls.',
  ],
  'model.none_on_machine': [
    'ni Ollama, ni LM Studio, ni llama.cpp ne répond sur cette machine',
    'Démarrez-en un avec un modèle, puis réessayez. Ports essayés sur 127.0.0.1 : 11434, 1234 et 8080.',
  ],
  'model.not_set': [
    'aucun modèle n’est choisi',
    {
      terminal: 'Choisissez-en un avec : rappel setup',
      assistant: 'Demandez à l’utilisateur de lancer : rappel setup',
      page: 'Choisissez-en un dans les réglages, sous Modèle.',
    },
  ],
  'model.refused': '{model} a refusé de répondre',
  'model.server_empty': [
    '{server} tourne, mais n’a aucun modèle',
    'Ajoutez-en un (avec Ollama : ollama pull MODÈLE), puis réessayez.',
  ],
  'model.silent': '{model} n’a pas répondu',
  'model.slow': [
    '{model} a mis trop de temps',
    {
      terminal:
        'Choisissez un modèle plus rapide : rappel setup. Ou laissez-lui plus de temps : rappel setup limits seconds=600',
      assistant:
        'Demandez à l’utilisateur de choisir un modèle plus rapide ou de lui laisser plus de temps : rappel setup',
      page: 'Choisissez un modèle plus rapide dans les réglages, ou laissez-lui plus de temps.',
    },
  ],
  'model.step_400': [
    '',
    {
      terminal: 'Le fournisseur a rejeté la requête ; vérifiez le nom du modèle avec : rappel setup',
      assistant:
        'Le fournisseur a rejeté la requête. Demandez à l’utilisateur de vérifier le nom du modèle : rappel setup',
      page: 'Le fournisseur a rejeté la requête ; vérifiez le nom du modèle dans les réglages.',
    },
  ],
  'model.step_401': [
    '',
    {
      terminal: 'Vérifiez la clé avec : rappel setup',
      assistant: 'Demandez à l’utilisateur de vérifier la clé : rappel setup',
      page: 'Vérifiez la clé dans les réglages, sous Modèle.',
    },
  ],
  'model.step_402': [
    '',
    {
      terminal:
        'Vérifiez votre compte chez le fournisseur, ou choisissez un autre modèle avec : rappel setup',
      assistant:
        'Demandez à l’utilisateur de vérifier son compte chez le fournisseur, ou de choisir un autre modèle : rappel setup',
      page: 'Vérifiez votre compte chez le fournisseur, ou choisissez un autre modèle dans les réglages.',
    },
  ],
  'model.step_403': [
    '',
    {
      terminal: 'Cette clé n’a pas accès au modèle ; choisissez-en un autre avec : rappel setup',
      assistant:
        'Cette clé n’a pas accès au modèle. Demandez à l’utilisateur d’en choisir un autre : rappel setup',
      page: 'Cette clé n’a pas accès au modèle ; choisissez-en un autre dans les réglages.',
    },
  ],
  'model.step_404': [
    '',
    {
      terminal: 'Vérifiez le nom du modèle et l’adresse avec : rappel setup',
      assistant: 'Demandez à l’utilisateur de vérifier le nom du modèle et l’adresse : rappel setup',
      page: 'Vérifiez le nom du modèle et l’adresse dans les réglages.',
    },
  ],
  'model.step_429': ['', 'Le fournisseur limite la fréquence de ses réponses.'],
  'model.step_later': ['', 'Réessayez plus tard.'],
  'model.step_network': ['', 'Vérifiez l’adresse et la connexion.'],
  'model.test_running': 'un autre essai est en cours',

  'move.folder_taken': ['existe déjà', 'Donnez le chemin complet : {target}'],
  'move.into_itself': 'un dossier ne peut pas être déplacé dans lui-même',
  'move.needs_name': ['un nom qui finit par / est un dossier', 'Donnez le chemin complet : {target}'],
  'move.taken': ['existe déjà', 'Choisissez un autre nom, ou supprimez-le d’abord.'],

  'name.not_portable': ['{problem}', 'Choisissez un autre nom, comme {example}'],

  'oauth.no_assistant': 'aucun assistant ne se connecte ici',
  'oauth.other_vault': 'cette connexion concerne un autre vault',
  'oauth.over': ['cette connexion est terminée', 'Connectez-vous de nouveau dans l’assistant.'],
  'oauth.owner_only': [
    'seul le propriétaire de cette mémoire peut laisser entrer un assistant',
    { page: 'Connectez-vous avec le jeton du vault : rappel serve affiche un lien pour cela.' },
  ],
  'oauth.person_only': 'seule une personne connectée peut laisser entrer un assistant',
  'oauth.too_many': ['trop de connexions sont en cours', 'Réessayez dans quelques minutes.'],
  'oauth.too_many_clients': ['trop de clients s’enregistrent à la fois', 'Réessayez dans une minute.'],

  'openid.no_answer': ['le fournisseur de connexion ne répond pas', 'Réessayez plus tard.'],
  'openid.not_invited': 'personne n’a été invité avec ce compte',
  'openid.settings': 'la connexion par un fournisseur demande {names}',

  other: ['{message}', '{hint}'],

  'page.past_end': [
    'offset : {offset} reçu, moins de {length} attendu',
    'Omettez offset pour commencer au début.',
  ],

  'passkey.last': [
    'cette clé d’accès est votre seul moyen de vous connecter',
    'Ajoutez d’abord une autre clé d’accès ou choisissez un mot de passe.',
  ],
  'passkey.missing': 'cette clé d’accès n’existe pas',
  'passkey.unknown': 'cette clé d’accès n’est pas connue ici',

  'path.absolute': [
    'est absolu ; les chemins partent du vault',
    'Indiquez un fichier ou un dossier du vault, comme vault/projects/startup-x/state.md.',
  ],
  'path.backslash': [
    'contient une barre oblique inverse ; séparez les dossiers par /',
    'Indiquez un fichier ou un dossier du vault, comme vault/projects/startup-x/state.md.',
  ],
  'path.control': [
    'contient un caractère de contrôle',
    'Indiquez un fichier ou un dossier du vault, comme vault/projects/startup-x/state.md.',
  ],
  'path.control_character': 'le nom contient un caractère de contrôle',
  'path.drive': [
    'les lettres de lecteur ne font pas partie du vault',
    'Indiquez un fichier ou un dossier du vault, comme vault/projects/startup-x/state.md.',
  ],
  'path.empty': 'le chemin est vide ; le vault entier est vault/',
  'path.half_character': [
    'contient un demi-caractère Unicode',
    'Indiquez un fichier ou un dossier du vault, comme vault/projects/startup-x/state.md.',
  ],
  'path.hidden': [
    'les noms qui commencent par un point ne font pas partie du vault',
    'Indiquez un fichier ou un dossier du vault, comme vault/projects/startup-x/state.md.',
  ],
  'path.link_outside': [
    'un lien de ce chemin mène hors du vault, ou nulle part',
    'Déplacez sa cible dans le vault, ou supprimez le lien.',
  ],
  'path.not_one': 'n’est pas un chemin',
  'path.nul': [
    'contient un caractère NUL',
    'Indiquez un fichier ou un dossier du vault, comme vault/projects/startup-x/state.md.',
  ],
  'path.outside': [
    'mène hors du vault',
    'Indiquez un fichier ou un dossier du vault, comme vault/projects/startup-x/state.md.',
  ],

  'person.hub_only': 'cela ne se modifie que sur la machine du hub',
  'person.is_member': '{email} est déjà membre de ce vault',
  'person.last_owner': [
    'le vault n’aurait plus de propriétaire',
    'Donnez d’abord ce rôle à une autre personne.',
  ],
  'person.no_access': '{email} n’a pas accès au vault « {vault} »',
  'person.no_email': '« {given} » n’est pas une adresse e-mail',
  'person.no_session': 'cette session n’existe pas',
  'person.no_vault': 'vous n’avez pas de vault « {vault} »',
  'person.owner_has_no_folders': [
    'un propriétaire ne peut pas être limité à des dossiers',
    'Choisissez un autre rôle : {roles}.',
  ],
  'person.owners_only': 'seul un propriétaire du vault en a le droit',
  'person.role': [
    'une personne avec le rôle {role} n’en a pas le droit',
    'Demandez le rôle {least} : un propriétaire du vault peut le donner.',
  ],
  'person.short_password': 'un mot de passe a au moins {least} caractères',
  'person.signed_out': 'connectez-vous d’abord',
  'person.too_many_attempts': [
    'trop de tentatives de connexion',
    'Réessayez dans {minutes} minutes, ou connectez-vous avec une clé d’accès.',
  ],
  'person.too_many_now': ['trop de personnes se connectent en ce moment', 'Réessayez.'],
  'person.unknown': [
    'aucun compte n’a l’adresse e-mail {email}',
    { terminal: 'Pour voir la liste : rappel hub people DOSSIER' },
  ],
  'person.wrong_login': 'adresse e-mail ou mot de passe incorrect',
  'person.wrong_password': 'mot de passe incorrect',

  'postgres.closed': [
    'PostgreSQL à {place} a fermé la connexion',
    'Réessayez. Si l’échec persiste, consultez le journal de PostgreSQL.',
  ],
  'postgres.gone': ['PostgreSQL est injoignable à {place}', 'Démarrez PostgreSQL, ou corrigez DATABASE_URL.'],
  'postgres.login': [
    'PostgreSQL à {place} a refusé l’utilisateur ou le mot de passe',
    'Corrigez l’utilisateur et le mot de passe dans DATABASE_URL.',
  ],
  'postgres.newer': [
    'les tables de PostgreSQL ont été faites par un Rappel plus récent',
    'Mettez Rappel à jour sur cette machine.',
  ],
  'postgres.no_address': [
    'DATABASE_URL n’est pas l’adresse d’une base PostgreSQL',
    'Définissez DATABASE_URL, par exemple postgresql://UTILISATEUR:MOT_DE_PASSE@HÔTE:5432/BASE.',
  ],
  'postgres.no_database': [
    'PostgreSQL n’a pas de base {place}',
    'Créez-la, ou corrigez son nom à la fin de DATABASE_URL.',
  ],
  'postgres.retry': [
    'PostgreSQL ne répond pas',
    'Réessayez : Rappel reprend de lui-même quand PostgreSQL répond à nouveau.',
  ],
  'postgres.rights': [
    'l’utilisateur de DATABASE_URL n’a pas assez de droits sur {place}',
    'Indiquez dans DATABASE_URL l’utilisateur à qui appartient la base.',
  ],
  'postgres.said': [
    'PostgreSQL : {problem}',
    'Réessayez. Si l’échec persiste, consultez le journal de PostgreSQL.',
  ],
  'postgres.slow': [
    'PostgreSQL a mis trop de temps à répondre',
    'Réessayez. Si l’échec persiste, consultez le journal de PostgreSQL.',
  ],
  'postgres.unreachable': [
    'PostgreSQL est injoignable à {place} ({error})',
    'Démarrez PostgreSQL, ou corrigez DATABASE_URL.',
  ],

  'project.not_among': 'il n’y a pas de projet « {project} » ; les projets sont : {projects}',
  'project.unknown': [
    'il n’y a pas de projet « {project} »',
    {
      terminal: 'Pour les voir : rappel tree projects',
      assistant: 'Listez les projets avec l’outil tree : path "vault/projects/", depth 1',
      page: 'Voyez les projets sur l’accueil.',
    },
  ],

  'purge.confirm': [
    '{place} serait supprimé définitivement, avec son historique',
    { terminal: 'Pour confirmer : rappel purge {input} --yes' },
  ],
  'purge.left': [
    'est supprimé, mais son contenu se trouve encore dans {files}',
    { terminal: 'Si ce sont des copies, supprimez-les aussi : rappel purge CHEMIN --yes' },
  ],
  'purge.moved': [
    'a été déplacé vers {files}',
    { terminal: 'Supprimez-le là ; ses anciens noms disparaissent avec lui : rappel purge {file} --yes' },
  ],
  'purge.nothing': [
    'rien de ce nom dans les fichiers ni dans leur historique',
    { terminal: 'Pour voir les noms : rappel tree, ou rappel history' },
  ],

  'qmd.bad_seconds': 'RAPPEL_QMD_SECONDS : « {given} » reçu, attendu : un nombre de secondes',
  'qmd.not_usable': ['{problem}', { terminal: 'Ensuite : {command}' }],

  'question.unknown': [
    'il n’y a pas de question « {id} »',
    {
      terminal: 'Pour les lister : rappel inbox',
      assistant: 'Pour les lister, l’outil tree : path "vault/inbox/"',
      page: 'Voyez les questions ouvertes dans la boîte de réception.',
    },
  ],

  'range.malformed':
    'plage « {given} » reçue, attendu : la forme "9-14" ou "1-1,9-14", à partir de 1, croissante, sans chevauchement',
  'range.past_end': 'la ligne {line} est après la fin : le fichier a {count} {count|ligne|lignes}',

  'read.folded_part': [
    '{parameter} : true reçu avec {part}, attendu : l’un des deux seulement',
    'Retirez {part} pour voir le plan.',
  ],
  'read.head_and_tail': [
    '{parameter} : {head} reçu avec tail {tail}, attendu : l’un des deux seulement',
    'Donnez head ou tail, ou aucun des deux pour tout le fichier.',
  ],
  'read.range_and_part':
    'paths : plage de lignes reçue avec head, tail ou folded, attendu : l’un d’eux seulement',

  'redo.done_already': [
    'cette annulation a déjà été reprise',
    {
      terminal: 'Pour annuler à nouveau l’entrée : rappel undo {id}',
      assistant: 'Annulez à nouveau l’entrée avec l’outil undo : entry "{id}"',
      page: 'Annulez à nouveau l’entrée dans l’historique.',
    },
  ],
  'redo.not_undone': [
    'cette entrée n’est pas annulée, il n’y a donc rien à rétablir',
    {
      terminal: 'Pour lister les entrées : rappel history',
      assistant: 'Listez les entrées avec l’outil history.',
      page: 'Voyez les entrées dans l’historique.',
    },
  ],
  'redo.nothing': ['rien n’est annulé', { terminal: 'Pour lister les entrées : rappel history' }],

  'reference.malformed': [
    '« {reference} » n’est pas une référence',
    {
      terminal:
        'Une référence a la forme vault/tasks.md:9-14@3f9a2c ; les réponses avec --json les donnent dans ref.',
      assistant: 'Une référence a la forme vault/tasks.md:9-14@3f9a2c ; les réponses les donnent dans ref.',
      page: 'Une référence a la forme vault/tasks.md:9-14@3f9a2c.',
    },
  ],

  'refile.no_note': [
    'cette entrée de l’historique n’est pas une note classée par Rappel',
    {
      terminal: 'Pour déplacer des fichiers : rappel move DE VERS',
      assistant: 'Déplacez les fichiers avec l’outil move.',
      page: 'Déplacez plutôt le fichier.',
    },
  ],
  'refile.no_project': 'project : null reçu, attendu : le projet où la déplacer, ou "" pour aucun',
  'refile.not_filed': [
    '{entry} n’est pas classée, il n’y a donc rien à déplacer',
    {
      terminal: 'Pour voir ce qu’elle est devenue : rappel history',
      assistant: 'Voyez ce qu’elle est devenue avec l’outil history.',
      page: 'Voyez ce qu’elle est devenue dans l’historique.',
    },
  ],
  'refile.nothing': [
    'aucune note n’est encore classée',
    { terminal: 'Pour lister les entrées : rappel history' },
  ],
  'refile.secret': [
    '{entry} semblait contenir un secret et ne peut pas être reclassé',
    {
      terminal: 'Répondez à sa question par un projet, ou déplacez son fichier : rappel move SOURCE CIBLE',
      assistant: 'Répondez à sa question par un projet, ou déplacez son fichier avec l’outil move.',
      page: 'Répondez à sa question par un projet, ou déplacez son fichier.',
    },
  ],

  'restore.folder': ['est maintenant un dossier', 'Déplacez-le d’abord.'],
  'restore.link': ['est un lien maintenant', 'Déplacez-le d’abord.'],
  'restore.not_then': [
    'n’était pas dans l’historique à ce moment-là',
    {
      terminal: 'Pour voir ses entrées : rappel history {path}',
      assistant: 'Voyez ses entrées avec l’outil history : path "{path}"',
      page: 'Voyez ses entrées dans son historique.',
    },
  ],
  'restore.too_large': [
    'est trop gros pour l’historique : impossible de le restaurer',
    'Déplacez-le d’abord.',
  ],

  'search.bad_scope': [
    '{parameter} : {given} reçu, qui {reason}',
    'Les scopes sont des chemins ou des motifs, comme projects/startup-x/ ou projects/*/state.md.',
  ],
  'search.no_queries': [
    '{parameter} : [] reçu, attendu : au moins une question ou un mot',
    'Exemple : ["pourquoi a-t-on abandonné l’API externe"].',
  ],
  'search.too_many': [
    'trop de recherches à la fois pour cette machine',
    'Réessayez dans un instant, ou demandez moins souvent.',
  ],

  'secret.elsewhere': [
    'le texte mis à part n’est pas sur cette machine',
    'Répondez sur la machine où il a été donné, ou supprimez la question.',
  ],
  'secret.in_text': [
    'le texte semble contenir un secret ; rien n’est écrit',
    'Retirez-le. Pour le garder, envoyez-le avec update : Rappel pose la question, et aucun modèle ne le voit.',
  ],
  'secret.mask_in_text': [
    'le texte contient le masque d’un secret ; rien n’est écrit',
    'Retirez ce passage, ou ne modifiez que les lignes autour : ce qu’il remplace reste dans son fichier.',
  ],

  'service.by_hub': [
    'un hub sert ce vault, avec d’autres, à l’adresse {address}',
    'Il ferme de lui-même un vault que personne n’utilise. Pour arrêter le hub sur {host} : kill {pid}',
  ],
  'service.cannot_listen': [
    'impossible d’écouter sur {host}:{port} : {reason}',
    { terminal: 'Choisissez-en un autre avec --port N.' },
  ],
  'service.does_not_stop': ['le processus {pid} ne s’arrête pas', 'Pour y mettre fin : kill -9 {pid}'],
  'service.elsewhere': [
    'le service tourne sur une autre machine ou dans un autre conteneur, {host}',
    'Arrêtez-le là-bas, avec la même commande.',
  ],
  'service.ended': [
    'le service s’est arrêté avant d’avoir répondu',
    {
      terminal: 'Demandez à nouveau ; pour voir ce qui tourne : rappel status',
      assistant: 'Demandez à nouveau.',
      page: 'Demandez à nouveau.',
    },
  ],
  'service.foreign_address': [
    '.rappel/service.json indique {address}, qui n’est pas une adresse de cette machine',
    {
      terminal: 'Arrêtez le service de ce vault, supprimez ce fichier et lancez : rappel serve',
      assistant:
        'Demandez à l’utilisateur d’arrêter le service de ce vault, de supprimer ce fichier et de lancer : rappel serve',
    },
  ],
  'service.needed': [
    'seul un service en marche peut faire {operation}',
    {
      terminal: 'Démarrez-le avec : rappel serve',
      assistant: 'Demandez à l’utilisateur de lancer : rappel serve',
      page: 'Démarrez-le avec : rappel serve',
    },
  ],
  'service.running': [
    'ce vault est déjà servi, à {address} (processus {pid} sur {host})',
    { terminal: 'Utilisez ce service, ou arrêtez-le avec : rappel stop' },
  ],
  'service.silent': [
    'le service à {address} (processus {pid}) ne répond pas',
    {
      terminal: 'Redémarrez-le : rappel stop, puis : rappel serve',
      assistant: 'Demandez à l’utilisateur de le redémarrer : rappel stop, puis : rappel serve',
    },
  ],
  'service.stop_unsure': [
    '{problem}',
    { terminal: 'Si le processus {pid} est le service de ce vault, mettez-y fin avec : kill {pid}' },
  ],
  'service.stopping': ['ce service s’arrête', 'Réessayez.'],
  'service.unproven': [
    'le programme à {address} n’a pas prouvé qu’il sert ce vault',
    {
      terminal:
        'Rien ne lui a été envoyé. Si c’est le service de ce vault, arrêtez ce processus et lancez : rappel serve',
      assistant:
        'Rien ne lui a été envoyé. Demandez à l’utilisateur d’arrêter ce processus si c’est le service de ce vault, puis de lancer : rappel serve',
    },
  ],

  'session.no_turns': [
    '{session} n’est pas une session : aucun tour de parole',
    'Une session a des titres « ## User » et « ## Assistant ».',
  ],

  'settings.base_url': 'RAPPEL_BASE_URL : « {given} » reçu, attendu : {expected}',
  'settings.expected': '{setting} : attendu : {expected}',
  'settings.history_limit': 'RAPPEL_HISTORY_LIMIT_MB : « {given} » reçu, attendu : {expected}',
  'settings.model': [
    'RAPPEL_MODEL : « {given} » reçu, attendu : fournisseur:modèle',
    'Les fournisseurs sont {providers}.',
  ],
  'settings.no_home': [
    'votre dossier personnel est introuvable',
    {
      terminal: 'Définissez HOME, ou indiquez le vault avec --vault (et les réglages avec XDG_CONFIG_HOME).',
      assistant: 'Demandez à l’utilisateur de définir HOME.',
      page: 'Définissez HOME.',
    },
  ],
  'settings.unusable': [
    'les réglages de {file} sont inutilisables : {reason}',
    'Corrigez le fichier ou supprimez-le ; exemple : {"vault": "~/rappel"}.',
  ],

  'state.busy': ['l’état de ce coffre est utilisé par un autre processus', 'Réessayez dans un instant.'],
  'state.damaged':
    'la base de données de ce coffre était abîmée et s’appelle maintenant .rappel/{file} ; les notes et l’historique sont intacts, le reste repart de zéro. Supprimez ce fichier pour ne plus voir ce message',

  'stream.too_many': ['{most} flux sont déjà ouverts', 'Fermez-en un et réessayez.'],

  'sync.bad_pack': [
    'ce qui vient du dépôt distant est refusé : {reason}',
    {
      terminal: 'Rien n’a changé ici. Cherchez qui d’autre y écrit, ou quittez ce dépôt : rappel sync off',
      page: 'Rien n’a changé ici. Cherchez qui d’autre y écrit, ou quittez ce dépôt dans les réglages, sous Synchronisation.',
    },
  ],
  'sync.both_have_files': [
    'les deux côtés ont des fichiers : ils seraient fusionnés',
    { terminal: 'Pour confirmer : rappel sync {given} --yes' },
  ],
  'sync.deleted_here': [
    'cette machine a supprimé {deleted} fichiers sur {files}, donc rien n’a été échangé',
    {
      terminal:
        'Si c’est voulu, continuez avec : rappel sync --yes. Sinon, voyez ce qui s’est passé : rappel history',
      page: 'Si c’est voulu, continuez dans les réglages, sous Synchronisation. Sinon, voyez ce qui s’est passé dans l’historique.',
    },
  ],
  'sync.deleted_there': [
    'une autre machine a supprimé {deleted} fichiers sur {files}, donc rien n’a été échangé',
    {
      terminal:
        'Si c’est voulu, continuez avec : rappel sync --yes. Sinon, voyez ce qui s’est passé : rappel history',
      page: 'Si c’est voulu, continuez dans les réglages, sous Synchronisation. Sinon, voyez ce qui s’est passé dans l’historique.',
    },
  ],
  'sync.file_too_large': [
    'le dépôt distant contient un fichier trop grand pour l’historique',
    'Rien n’a changé ici. Supprimez-le là-bas, ou utilisez un autre dépôt distant.',
  ],
  'sync.folder_not_encrypted': [
    '{place} contient quelque chose qui n’est pas chiffré',
    'Nommez un dossier vide, ou un dossier qui n’existe pas encore.',
  ],
  'sync.folder_taken': [
    '{folder} contient autre chose',
    'Nommez un dossier vide, un dossier qui n’existe pas encore, ou un dépôt git nu.',
  ],
  'sync.keeps_changing': [
    '{remote} change sans cesse',
    { terminal: 'Réessayez dans un instant : rappel sync', page: 'Réessayez dans un instant.' },
  ],
  'sync.moved_on': 'l’historique commun a avancé entre-temps',
  'sync.needs_key': [
    '{remote} est chiffré : cette machine a besoin de sa clé',
    {
      terminal: 'Donnez la clé d’une autre machine : rappel sync DÉPÔT --encrypt --key-file FICHIER',
      page: 'Donnez la clé d’une autre machine dans les réglages, sous Synchronisation.',
    },
  ],
  'sync.needs_token': [
    '{address} demande un jeton, ou un autre jeton',
    {
      terminal:
        'Créez-en un là-bas : rappel token create NOM. Puis donnez-le à cette machine : rappel sync ADRESSE --token-file FICHIER',
      page: 'Créez-en un là-bas, puis donnez-le à cette machine dans les réglages, sous Synchronisation.',
    },
  ],
  'sync.no_answer': [
    '{remote} est injoignable : pas de réponse à temps',
    {
      terminal: 'Rien n’est perdu : Rappel réessaie. Pour voir par vous-même : rappel sync',
      page: 'Rien n’est perdu : Rappel réessaie. Pour voir par vous-même, synchronisez depuis les réglages.',
    },
  ],
  'sync.no_git': ['la synchronisation demande git, qui n’est pas installé', 'Installez git, puis réessayez.'],
  'sync.no_key': [
    'ce n’est pas la clé d’un dépôt chiffré',
    'Elle commence par AGE-SECRET-KEY-1 et se trouve dans .rappel/sync-key de la machine qui l’a créée.',
  ],
  'sync.no_place': [
    '« {address} » n’est pas un endroit avec lequel se synchroniser',
    'Nommez un dossier, un dépôt git (git@hote:memoire.git, https://hote/memoire.git) ou un service Rappel (https://hote/)',
  ],
  'sync.no_service': [
    'aucun service Rappel ne répond à {address} (statut {status})',
    'L’adresse d’un service se termine par une barre oblique, celle d’un dépôt git non.',
  ],
  'sync.not_offered': [
    'ce service ne propose pas encore la synchronisation',
    {
      terminal: 'Sur sa machine, exécutez une fois : rappel sync here',
      page: 'Proposez-la sur sa machine : réglages, Synchronisation.',
    },
  ],
  'sync.not_set_up': [
    'ce vault n’est encore synchronisé avec rien',
    {
      terminal: 'Nommez un endroit avec : rappel sync DÉPÔT (un dossier, ou git@hote:memoire.git)',
      page: 'Indiquez un endroit dans les réglages, sous Synchronisation.',
    },
  ],
  'sync.other_key': [
    'ce vault a déjà une autre clé',
    'Gardez-la si un dépôt en a besoin : déplacez .rappel/sync-key ailleurs, puis réessayez.',
  ],
  'sync.place_changed': '{place} a changé entre-temps, ou un de ses fichiers manque',
  'sync.place_damaged': [
    '{place} est endommagé, ou quelque chose y a été remplacé',
    {
      terminal:
        'Rien n’a changé ici. Depuis une machine qui a tout, recommencez dans un endroit vide : rappel sync DÉPÔT --encrypt',
      page: 'Rien n’a changé ici. Depuis une machine qui a tout, recommencez dans un endroit vide.',
    },
  ],
  'sync.refused': [
    '{remote} a refusé les changements : {reason}',
    'Autorisez-y l’utilisateur de Rappel à pousser vers toutes les branches, même sans avance rapide.',
  ],
  'sync.remote_empty': [
    '{remote} est vide, alors qu’il contenait des entrées',
    {
      terminal: 'Il manque peut-être un disque. Pour tout renvoyer : rappel sync --yes',
      page: 'Il manque peut-être un disque. Pour tout renvoyer, continuez dans les réglages, sous Synchronisation.',
    },
  ],
  'sync.remote_restored': [
    'le dépôt distant n’a plus certaines entrées : il a été restauré d’une sauvegarde, ou elles ont été purgées',
    {
      terminal:
        'Pour les renvoyer : rappel sync off, puis rappel sync DÉPÔT. Si elles ont été purgées sur une autre machine, supprimez-les ici aussi : rappel sync --yes',
      page: 'Pour les renvoyer, arrêtez la synchronisation et configurez-la à nouveau. Si elles ont été purgées sur une autre machine, supprimez-les ici aussi dans les réglages, sous Synchronisation.',
    },
  ],
  'sync.repository_not_encrypted': [
    '{place} contient quelque chose qui n’est pas chiffré',
    'Utilisez un dépôt vide.',
  ],
  'sync.rewritten': [
    'une autre machine a réécrit l’historique commun : elle y a purgé ou raccourci quelque chose',
    {
      terminal: 'Si vous savez pourquoi, reprenez-le avec : rappel sync --yes',
      page: 'Si vous savez pourquoi, reprenez-le dans les réglages, sous Synchronisation.',
    },
  ],
  'sync.same_name': [
    'ce disque prend {one} et {other} pour le même fichier : rien n’a été échangé',
    {
      terminal: 'Renommez l’un des deux sur une autre machine, puis : rappel sync',
      page: 'Renommez l’un des deux sur une autre machine, puis synchronisez à nouveau.',
    },
  ],
  'sync.service_not_encrypted': [
    'un service lit ce qu’il sert : il ne peut pas être chiffré',
    'Nommez un dossier ou un dépôt git.',
  ],
  'sync.silent': 'le dépôt distant n’a pas répondu à temps',
  'sync.too_many': 'trop de machines se synchronisent en ce moment',
  'sync.unreachable': [
    'impossible de joindre {remote} : {reason}',
    {
      terminal: 'Rien n’est perdu : Rappel réessaie. Pour voir par vous-même : rappel sync',
      page: 'Rien n’est perdu : Rappel réessaie. Pour voir par vous-même, synchronisez depuis les réglages.',
    },
  ],
  'sync.wrong_key': [
    'la clé de cette machine n’ouvre pas ce qui est sur {place}',
    {
      terminal:
        'Rien n’a changé. Donnez la clé d’une autre machine : rappel sync DÉPÔT --encrypt --key-file FICHIER',
      page: 'Donnez la clé d’une autre machine dans les réglages, sous Synchronisation.',
    },
  ],

  'system.denied': ['accès refusé', 'Vérifiez à qui appartiennent le fichier et son dossier.'],
  'system.disk_full': ['le disque est plein', 'Libérez de la place et réessayez.'],
  'system.file_too_large': [
    'le fichier dépasserait la taille permise par le système',
    'Libérez de la place ou relevez la limite.',
  ],
  'system.in_use': ['le fichier est utilisé', 'Fermez le programme qui l’utilise et réessayez.'],
  'system.is_folder': ['est un dossier', 'Indiquez un fichier.'],
  'system.links_in_circle': ['les liens tournent en rond', 'Supprimez l’un d’eux.'],
  'system.name_too_long': ['le nom est trop long', 'Choisissez-en un plus court.'],
  'system.other': ['le système signale {error}', 'Vérifiez le disque et réessayez.'],
  'system.read_only': ['le disque est en lecture seule', 'Autorisez l’écriture et réessayez.'],
  'system.too_many_open': ['trop de fichiers ouverts', 'Fermez quelques programmes et réessayez.'],

  'task.gone': ['la tâche n’est plus là', 'Rechargez le fichier.'],

  'token.bad_name': 'name : attendu : {expected}',
  'token.copied': [
    'les jetons d’accès de {folder} n’ont pas été créés ici et ne peuvent pas être remplacés',
    'Rendez le dossier accessible en écriture, ou supprimez-les.',
  ],
  'token.exists': [
    'il y a déjà un jeton nommé « {name} »',
    'Choisissez un autre nom, ou révoquez d’abord celui-là.',
  ],
  'token.missing': 'ce jeton n’existe pas',
  'token.name_length': 'name : un nom de 1 à 60 caractères est attendu',
  'token.read_only': ['ce jeton ne permet que la lecture', 'Utilisez un jeton créé aussi pour l’écriture.'],
  'token.short': [
    'le jeton dans {file} est trop court : on pourrait le deviner',
    'Supprimez ce fichier et redémarrez : Rappel crée un nouveau jeton.',
  ],
  'token.too_many': ['il y a déjà {most} jetons', 'Révoquez-en un qui ne sert plus.'],
  'token.unknown': [
    'aucun jeton ne s’appelle « {name} »',
    { terminal: 'Pour les voir : rappel token', page: 'Rechargez la page.' },
  ],

  'tool.too_many_calls': 'calls : {count} appels reçus, attendu : {expected}',
  'tool.unknown': ['il n’y a pas d’outil « {tool} »', 'Les outils sont {known}.'],

  'trash.no_place': '« {name} » ne désigne rien dans la corbeille',

  'undo.changed': '{file} a été modifié depuis',
  'undo.changed_units': '{file} a été modifié depuis au même endroit',
  'undo.done_already': [
    'cette entrée est déjà annulée',
    {
      terminal: 'Pour la rétablir : rappel redo {id}',
      assistant: 'Seul l’utilisateur peut la rétablir.',
      page: 'Rétablissez-la dans l’historique.',
    },
  ],
  'undo.files_changing': ['les fichiers changent encore', 'Réessayez dans un instant.'],
  'undo.files_gone': 'impossible d’annuler : ses fichiers ne sont plus là',
  'undo.folder': '{file} est maintenant un dossier',
  'undo.half_done': [
    'certains fichiers n’ont pas pu être remis : {reason}',
    'Libérez le disque ou le dossier, puis relancez la même commande : elle les remet d’abord.',
  ],
  'undo.moved': '{file} a encore été déplacé depuis',
  'undo.not_of_project': [
    'ce changement ne vient pas d’un assistant de ce projet',
    'Demandez à l’utilisateur de l’annuler : rappel undo {id}',
  ],
  'undo.nothing_left': [
    'rien à annuler : ce que cette entrée a apporté n’y est plus',
    {
      terminal: 'Pour lister les entrées : rappel history',
      assistant: 'Listez les entrées avec l’outil history.',
      page: 'Voyez les entrées dans l’historique.',
    },
  ],
  'undo.nothing_yet': [
    'rien à annuler pour l’instant',
    { terminal: 'Pour lister les entrées : rappel history' },
  ],
  'undo.obstacles': [
    'impossible de tout annuler : {reasons}',
    {
      terminal:
        'Pour annuler le reste et garder ce qui a changé depuis : rappel undo {id} --keep-changed ; pour le retirer aussi : --take-changed',
      assistant: 'Demandez à l’utilisateur quelle version garder.',
      page: 'Gardez ce qui a changé depuis et annulez le reste, ou retirez-le aussi.',
    },
  ],
  'undo.removed': 'supprimé',
  'undo.replaced': '{file} est maintenant un autre fichier',
  'undo.text': '« {text} »',
  'undo.too_old': [
    'impossible d’annuler l’entrée {id} : l’historique n’a plus les fichiers d’avant',
    {
      terminal: 'Pour lister les entrées : rappel history',
      assistant: 'Listez les entrées avec l’outil history.',
      page: 'Voyez les entrées dans l’historique.',
    },
  ],
  'undo.unit': 'sous « {heading} » : {text}',

  'update.being_filed': ['la note « {id} » est en cours de classement', 'Attendez la fin, puis annulez-la.'],
  'update.damaged_input': 'son input.json est abîmé ({field})',
  'update.damaged_row': 'la mise à jour « {id} » dans PostgreSQL est endommagée',
  'update.empty': 'text : "" reçu, attendu : un texte ou au moins une image',
  'update.failed_left': '{problem} ; {files} a changé entre-temps et reste tel quel',
  'update.filed': [
    'la note « {id} » est déjà classée',
    {
      terminal: 'Pour revenir en arrière : rappel undo {entry}',
      assistant: 'Pour revenir en arrière, appelez undo avec entry "{entry}".',
      page: 'Annulez-la dans l’historique.',
    },
  ],
  'update.id_taken': [
    'l’identifiant « {id} » appartient à une note antérieure au contenu différent',
    'Utilisez un autre identifiant, ou aucun.',
  ],
  'update.interrupted': 'elle a été interrompue',
  'update.not_rolled_back': [
    'une note interrompue n’a pas pu être annulée',
    {
      terminal: 'Pour voir la cause : rappel doctor',
      assistant: 'Demandez à l’utilisateur de lancer : rappel doctor',
      page: 'Pour voir la cause, sur la machine de Rappel : rappel doctor',
    },
  ],
  'update.outside_project': [
    'seul l’utilisateur peut ranger ceci : sa place est hors de ce projet',
    'Cela reste dans la boîte de réception.',
  ],
  'update.unknown': [
    'aucune note « {id} »',
    {
      terminal: 'Pour les lister : rappel status',
      assistant: 'Donnez l’identifiant que update a renvoyé.',
      page: 'Voyez les notes dans l’activité.',
    },
  ],

  'upload.does_not_fit': 'cette partie de l’envoi ne convient pas',
  'upload.exported_vault': [
    '{file} est peut-être un vault exporté, qui devient un vault à part',
    {
      terminal: 'Importez-le avec : rappel import FICHIER --vault DOSSIER',
      page: 'Importez-le sur la machine de Rappel : rappel import FICHIER --vault DOSSIER',
    },
  ],
  'upload.missing': 'cet envoi n’existe pas',
  'upload.no_id': 'ce n’est pas l’identifiant d’un envoi',
  'upload.nothing': 'aucun fichier n’a été envoyé',
  'upload.refused': 'impossible d’importer {file} : {reason}',
  'upload.too_large': [
    'ces fichiers dépassent {gigabytes} Go au total',
    {
      terminal: 'Importez-les avec : rappel import CHEMIN',
      page: 'Importez-les sur la machine de Rappel : rappel import CHEMIN',
    },
  ],
  'upload.too_many': [
    'plus de {most} fichiers à la fois',
    {
      terminal: 'Importez le dossier avec : rappel import CHEMIN',
      page: 'Importez le dossier sur la machine de Rappel : rappel import CHEMIN',
    },
  ],
  'upload.twice': '{file} a été envoyé deux fois',

  'usage.address_like': 'une adresse comme {example}',
  'usage.between': 'un nombre de {least} à {most}',
  'usage.call_parameters':
    'call {operation} attend ses paramètres en JSON, ou - pour les lire sur l’entrée standard',
  'usage.calls': 'attendu : une liste d’appels, [{"tool": NOM, "input": {…}}, …]',
  'usage.capture_remove': 'capture remove demande une session',
  'usage.choose_model': 'plusieurs modèles tournent ici ; choisissez-en un avec --model : {names}',
  'usage.dismiss': '--dismiss demande une question : rappel inbox 2 --dismiss',
  'usage.edit': 'edit demande --old TEXTE et --new TEXTE',
  'usage.encrypt': '--encrypt concerne un dossier ou un dépôt git : un service lit ce qu’il sert',
  'usage.find': 'find demande une requête',
  'usage.got': '« {given} » reçu, attendu : {expected}',
  'usage.got_of': '« {given} » reçu, attendu : {names} ou {last}',
  'usage.health_id': 'health {action} demande l’identifiant d’un constat',
  'usage.hub': 'reçu « {given} », attendu un dossier ou {verbs}',
  'usage.hub_add': 'add attend le dossier du hub et le nom du vault',
  'usage.hub_folder': '{verb} attend le dossier du hub',
  'usage.hub_invite': 'invite attend le dossier du hub, le nom du vault et une adresse e-mail',
  'usage.hub_remove':
    'remove demande le dossier du hub, puis le nom d’un vault, une adresse e-mail, ou les deux',
  'usage.id_or_date': 'un identifiant ou une date comme 2025-07-14T18:30',
  'usage.install': 'install demande un client : {clients} ; pour tout autre, utilisez --print',
  'usage.install_unknown':
    'client « {client} » inconnu ; clients connus : {clients} ; pour tout autre : rappel install --print',
  'usage.limit': '« {given} » reçu, attendu : NOM=VALEUR ; les noms sont {names}',
  'usage.link_choice': 'choisissez --open ou --project',
  'usage.memories': 'memories on et off demandent un client : {clients}',
  'usage.missing_argument': 'argument manquant ; utilisation : rappel {command}{usage}',
  'usage.needs_value': '--{option} demande une valeur : {value}',
  'usage.no_command': 'aucune commande après {before}',
  'usage.no_endpoint': 'aucun point d’accès indiqué : donnez son adresse, ou none',
  'usage.no_model': 'aucun modèle indiqué : donnez-le avec --model NOM',
  'usage.no_model_name': '--model : indiquez le nom d’un modèle',
  'usage.no_project': 'ce dossier n’appartient à aucun projet ; nommez-en un : rappel link PROJET',
  'usage.no_terminal_import':
    'pas de terminal : ajoutez --yes pour importer, ou --dry-run pour voir ce qui se passerait',
  'usage.no_terminal_option': 'pas de terminal : donnez cette valeur en option : {option}',
  'usage.no_terminal_yes': 'pas de terminal : ajoutez --yes pour confirmer',
  'usage.no_value': '--{option} n’accepte pas de valeur',
  'usage.nothing_after': '« {given} » reçu, mais rien n’est attendu après {after}',
  'usage.nothing_to_remember': 'rien à retenir : le texte est vide',
  'usage.one_of': 'l’un de {names}',
  'usage.option': '{parameter} : « {given} » reçu, attendu : {expected}',
  'usage.option_before': 'option {option} inconnue avant la commande ; indiquez d’abord la commande',
  'usage.or_default': '{expected}, ou default',
  'usage.or_more': '{least} ou plus',
  'usage.project_name': '« {given} » ne peut pas être le nom d’un projet',
  'usage.restore': 'restore demande --at avec une entrée de l’historique ou une date',
  'usage.retry': 'indiquez une note, ou utilisez --all ; pour les lister : rappel status',
  'usage.search': 'search demande une question',
  'usage.sync_name': 'nommez la machine au moment de la mise en place : rappel sync DÉPÔT --name NOM',
  'usage.to': 'de {least} à {most}',
  'usage.token_file': '--token-file concerne un service Rappel : https://hote/',
  'usage.token_name': 'token {verb} attend un nom',
  'usage.undo_choice': 'choisissez --keep-changed ou --take-changed',
  'usage.unexpected_argument': 'argument « {argument} » en trop ; utilisation : rappel {command}{usage}',
  'usage.unknown_command': 'commande « {command} » inconnue',
  'usage.unknown_command_near': 'commande « {command} » inconnue ; vouliez-vous dire « {near} » ?',
  'usage.unknown_operation': 'opération ou outil « {name} » inconnus ; les outils sont {tools}',
  'usage.unknown_option': 'option {option} inconnue ; placez -- devant un texte qui commence par un tiret',
  'usage.unknown_option_near': 'option {option} inconnue ; vouliez-vous dire --{near} ?',
  'usage.verify': 'verify demande au moins une référence',
  'usage.whole_number': 'un nombre entier',
  'usage.words': ' {words}',

  'vault.gone': [
    'le vault a disparu : le dossier {folder} n’existe pas',
    {
      terminal: 'Restaurez le dossier ou rebranchez son disque, ou indiquez un autre vault avec --vault.',
      assistant: 'Demandez à l’utilisateur de restaurer le dossier ou de rebrancher son disque.',
      page: 'Restaurez le dossier ou rebranchez son disque.',
    },
  ],
  'vault.is_file': [
    '{folder} est un fichier, pas un dossier',
    {
      terminal: 'Indiquez un dossier avec --vault.',
      assistant: 'Demandez à l’utilisateur d’indiquer un dossier avec --vault.',
    },
  ],
  'vault.missing': [
    'il n’y a pas de vault dans {folder}',
    {
      terminal: 'Créez-le avec : rappel {command} {folder} (ou indiquez-en un autre avec --vault)',
      assistant: 'Demandez à l’utilisateur de lancer : rappel {command} {folder}',
      page: 'Créez-le avec : rappel {command} {folder}',
    },
  ],
  'vault.newer_format': [
    'ce vault a servi à un Rappel plus récent (format {found} ; cette version connaît {supported})',
    'Mettez Rappel à jour ; vos fichiers sont intacts.',
  ],
  'vault.not_deleted': 'le vault lui-même ne peut pas être supprimé',
  'vault.not_moved': 'le vault lui-même ne peut pas être déplacé',
  'vault.not_purged': 'le vault lui-même ne peut pas être purgé',
  'vault.out_of_reach': [
    'le vault {folder} est hors d’atteinte',
    {
      terminal:
        'Rebranchez son disque ou restaurez le dossier ; Rappel reprend alors de lui-même. Si vous l’avez déplacé : rappel stop, puis : rappel serve',
      assistant:
        'Demandez à l’utilisateur de rebrancher son disque ou de restaurer le dossier ; Rappel reprend alors de lui-même.',
      page: 'Rebranchez son disque ou restaurez le dossier ; Rappel reprend alors de lui-même. Si vous l’avez déplacé, redémarrez Rappel.',
    },
  ],

  'wall.bad_header': 'l’en-tête {header} est illisible',
  'wall.global': [
    'seul l’utilisateur peut rendre ce fichier global',
    'Retirez « global: true », ou demandez à l’utilisateur de l’ajouter.',
  ],
  'wall.shared': [
    'est commun à tous les projets et ne peut qu’être lu ici',
    'Écrivez dans un fichier de ce projet.',
  ],
  'wall.too_many': ['{most} murs sont déjà utilisés', 'Réessayez dans une minute.'],
  'wall.too_many_of_token': ['ce jeton utilise déjà {most} murs différents', 'Réessayez dans une minute.'],

  'zip.cut_off': [
    'ce n’est pas une archive ZIP, ou elle est tronquée',
    'Le téléchargement est peut-être incomplet : téléchargez-le à nouveau.',
  ],
  'zip.damaged': [
    'l’archive ZIP est abîmée',
    'Le téléchargement est peut-être incomplet : téléchargez-le à nouveau.',
  ],
  'zip.locked': 'protégé par un mot de passe',
  'zip.method': 'compressé par une méthode ({method}) que Rappel ne sait pas lire',
  'zip.no_space': [
    'décompressée, l’archive occupe {gigabytes} Go, plus que la place du dossier temporaire',
    'Décompressez-la ailleurs et importez le dossier.',
  ],
  'zip.too_many': [
    'l’archive a trop d’entrées ({count})',
    'Décompressez-la ailleurs et importez le dossier.',
  ],
};
