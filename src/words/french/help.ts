import type { Catalogue } from '../catalogue.js';

/** What `--help` shows: summaries, options, and the names of their values. */
export const help: Catalogue = {
  'rappel: one memory for every AI tool, in plain Markdown files.':
    'rappel : une seule mémoire pour tous vos outils d’IA, en simples fichiers Markdown.',
  'Usage: rappel COMMAND [ARGUMENTS] [OPTIONS]': 'Utilisation : rappel COMMANDE [ARGUMENTS] [OPTIONS]',
  'Usage: rappel {0} {1}': 'Utilisation : rappel {0} {1}',
  'rappel --help --all shows every command.': 'rappel --help --all montre toutes les commandes.',
  'rappel COMMAND --help shows one command; rappel --version the version.':
    'rappel COMMANDE --help décrit une commande ; rappel --version affiche la version.',
  'Examples:': 'Exemples :',

  DIR: 'DOSSIER',
  NAME: 'NOM',
  PATHS: 'CHEMINS',
  PATH: 'CHEMIN',
  FILE: 'FICHIER',
  TEXT: 'TEXTE',
  KIND: 'GENRE',
  ITEM: 'ÉLÉMENT',
  WHEN: 'QUAND',
  ADDRESS: 'ADRESSE',
  'NAME [JSON] | \'[{"tool": …, "input": …}, …]\'': 'NOM [JSON] | \'[{"tool": …, "input": …}, …]\'',
  '[use embeddings|rerank ADDRESS|none]': '[use embeddings|rerank ADRESSE|none]',
  '[DIR]': '[DOSSIER]',
  'FILE.tar.gz | DIR': 'FICHIER.tar.gz | DOSSIER',
  'QUERY...': 'REQUÊTE...',
  '[PATH]': '[CHEMIN]',
  'PATH...': 'CHEMIN...',
  'PATH [TEXT]': 'CHEMIN [TEXTE]',
  'PATH --old TEXT --new TEXT': 'CHEMIN --old TEXTE --new TEXTE',
  'PATH --at ID|DATE': 'CHEMIN --at ID|DATE',
  'PATH[:FIRST-LAST]...': 'CHEMIN[:DÉBUT-FIN]...',
  'FROM TO': 'DE VERS',
  '[N | ITEM] [ANSWER...]': '[N | ÉLÉMENT] [RÉPONSE...]',
  'ID|last PROJECT': 'ID|last PROJET',
  '[qmd | own | limits [NAME=VALUE...]]': '[qmd | own | limits [NOM=VALEUR...]]',
  '[TEXT | -]': '[TEXTE | -]',

  '[PROJECT]': '[PROJET]',
  'Show or change which project a working directory belongs to.':
    'Voir ou changer le projet auquel appartient un dossier de travail.',
  'the directory (default: the current one)': 'le dossier (par défaut : le dossier courant)',
  'let assistants here see the whole vault': 'laisser les assistants d’ici voir tout le vault',
  'let them see this project, the profile and global files only (default)':
    'ne leur laisser voir que ce projet, le profil et les fichiers globaux (par défaut)',
  'show this project, the profile and global files only (default: the project of the directory)':
    'ne montrer que ce projet, le profil et les fichiers globaux (par défaut : le projet du dossier)',
  'show the whole vault, also in the directory of a project':
    'montrer tout le vault, même dans le dossier d’un projet',
  'what the new token opens: a file or folder of the vault, several if repeated (default: everything)':
    'ce que le nouveau jeton ouvre : un fichier ou dossier du vault, plusieurs si répété (par défaut : tout)',
  'make a token that changes nothing': 'créer un jeton qui ne modifie rien',
  'remove the link of this directory': 'supprimer le lien de ce dossier',
  'Show what an assistant should know when it starts to work on a project.':
    'Afficher ce qu’un assistant doit savoir en commençant à travailler sur un projet.',
  'how long the text may be (default 1000)': 'la longueur du texte (par défaut 1000)',
  EVENT: 'ÉVÉNEMENT',
  'Run a hook of an assistant, with its JSON on standard input (rappel install sets them up).':
    'Exécuter un hook d’un assistant, avec son JSON sur l’entrée standard (rappel install les met en place).',
  'the assistant: claude-code (default), codex, gemini or cursor':
    'l’assistant : claude-code (par défaut), codex, gemini ou cursor',
  'Show or choose the endpoints of deep search, for embeddings and for re-ranking.':
    'Afficher ou choisir les points d’accès de la recherche approfondie, pour les vecteurs et le reclassement.',
  'the name of the model at that address': 'le nom du modèle à cette adresse',
  'Show or change what is kept of the sessions of assistants.':
    'Voir ou changer ce qui est gardé des sessions des assistants.',
  'CLIENT|FILE.md': 'CLIENT|FICHIER.md',
  '[status | on|off NAME | read]': '[status | on|off NOM | read]',
  '[status | on|pause|off [PROJECT] | file | remove SESSION]':
    '[status | on|pause|off [PROJET] | file | remove SESSION]',
  'list all links': 'afficher tous les liens',

  'the vault to use (RAPPEL_VAULT; default ~/rappel)':
    'le vault à utiliser (RAPPEL_VAULT ; par défaut ~/rappel)',
  'search engine: own or qmd (RAPPEL_ENGINE; default own)':
    'le moteur de recherche : own ou qmd (RAPPEL_ENGINE ; par défaut own)',
  'print JSON for a program': 'produire du JSON, pour un programme',
  'show this help': 'afficher cette aide',
  'do not ask': 'ne rien demander',
  'add the three fields to the notes of a new folder without asking':
    'ajouter les trois champs aux notes d’un nouveau dossier sans demander',
  'do not open the page in a browser': 'ne pas ouvrir la page dans un navigateur',

  'paths or globs to search in, separated by commas':
    'où chercher : des chemins ou des motifs, séparés par des virgules',
  'the first day to include: 2025-07-14, "last week", "il y a 7 jours"':
    'le premier jour à inclure : 2025-07-14, "la semaine dernière", "il y a 7 jours"',
  'the last day to include': 'le dernier jour à inclure',
  'the day to which "last week" refers (default: today)':
    'le jour à partir duquel compter "la semaine dernière" (par défaut : aujourd’hui)',
  'Check whether cited lines still say the same, and where they are now.':
    'Vérifier si les lignes citées disent toujours la même chose, et où elles sont maintenant.',
  'REF... | -': 'RÉF... | -',
  'Answer a question: a short overview, then the exact passages (find lists chunks by score).':
    'Répondre à une question : un court résumé, puis les passages exacts (find liste les extraits par score).',
  'how many passages to show on a terminal': 'le nombre de passages à afficher sur un terminal',
  'show every line, also what does not fit on the screen':
    'afficher toutes les lignes, même celles qui dépassent l’écran',
  'how long the answer may be (default: {0})': 'la longueur maximale de la réponse (par défaut : {0})',
  'List matching chunks by score, for a closer look (search answers a question).':
    'Lister les extraits trouvés par score, pour les examiner (search répond à une question).',
  'also look for the same meaning in other words': 'chercher aussi le même sens dit autrement',
  'how many passages to show (default: 10)': 'le nombre de passages à afficher (par défaut : 10)',
  'lines to show above and below (default: 2)':
    'le nombre de lignes à afficher avant et après (par défaut : 2)',
  'the lowest score to show, from 0 to 1': 'le score minimal à afficher, de 0 à 1',
  'show why each passage was found': 'expliquer pourquoi chaque passage a été trouvé',

  'Start the service at login: on or off (systemd, launchd).':
    'Démarrer le service à l’ouverture de session : on ou off (systemd, launchd).',
  'show the file and the commands; change nothing': 'afficher le fichier et les commandes sans rien modifier',
  'Run an operation or a tool with its exact parameters, or several tools in one session.':
    'Exécuter une opération ou un outil avec ses paramètres exacts, ou plusieurs outils dans une session.',
  'Print the completion script of a shell.': 'Afficher le script de complétion d’un shell.',
  'Serve a copy of the example memory: six invented months of a freelancer.':
    'Servir une copie de la mémoire d’exemple : six mois de notes d’une indépendante fictive.',
  'the port to listen on (default: a free one)': 'le port d’écoute (par défaut : un port libre)',
  'Check the files: secrets, overdue tasks, broken links, copies. The installation: rappel doctor.':
    'Vérifier les fichiers : secrets, tâches en retard, liens morts, doublons. Pour l’installation : rappel doctor.',
  'Dismiss an update that failed or waits: it stays unfiled, its text is kept.':
    'Ne pas classer une note en échec ou en attente ; son texte est conservé.',
  'Check the installation; each problem comes with the next command to run.':
    'Vérifier l’installation ; chaque problème indique la commande à lancer ensuite.',
  '[fix | dismiss | restore FINDING]': '[fix | dismiss | restore CONSTAT]',
  'only findings of this kind, all of them': 'seulement les constats de ce type, tous',
  'fix without a question': 'corriger sans demander',
  'list the dismissed findings instead': 'lister plutôt les constats masqués',
  'the port to check (default 4747)': 'le port à vérifier (par défaut 4747)',
  'Copy the vault with its history and queue, or its files of a past day.':
    'Copier le vault avec son historique et sa file d’attente, ou ses fichiers d’un jour passé.',
  'only the files, as they were at the end of that day, into a new or empty folder':
    'seulement les fichiers, tels qu’ils étaient à la fin de ce jour, dans un dossier nouveau ou vide',
  'List what changed, newest first.': 'Lister les changements, du plus récent au plus ancien.',
  'how many entries (default 20)': 'le nombre d’entrées (par défaut 20)',
  'drop the oldest entries down to the size limit, recent ones too':
    'supprimer les entrées les plus anciennes jusqu’à la taille limite, même récentes',
  'confirm --trim: this cannot be undone': 'confirmer --trim : c’est irréversible',
  'Import notes (Obsidian, Notion, Logseq, Bear, Apple Notes), chats, session logs, documents, or an exported vault.':
    'Importer des notes (Obsidian, Notion, Logseq, Bear, Notes d’Apple), des conversations, des journaux de session, des documents ou un vault exporté.',
  'a project (projects/NAME) or folder of the vault (default: bucket)':
    'un projet (projects/NOM) ou un dossier du vault (par défaut : bucket)',
  'leave out keys, tokens and passwords found on the way':
    'laisser de côté les clés, jetons et mots de passe rencontrés',
  'show what would happen, and do nothing': 'montrer ce qui se passerait, sans rien faire',
  'Answer the questions that wait for you.': 'Répondre aux questions en attente.',
  'close the question and delete what it is about': 'clore la question et supprimer ce qui s’y rapporte',
  'Update the search index, or rebuild it.': 'Mettre à jour l’index de recherche, ou le reconstruire.',
  'delete the index and build it from the files':
    'supprimer l’index et le reconstruire à partir des fichiers',
  'Create the vault, or the files it lacks; never overwrites.':
    'Créer le vault, ou les fichiers qui lui manquent ; n’écrase jamais rien.',
  'Add Rappel to an assistant (MCP server and hooks), after asking.':
    'Ajouter Rappel à un assistant (serveur MCP et hooks), après confirmation.',
  "Serve a folder of the vault as Anthropic's memory tool (memory_20250818).":
    'Servir un dossier du vault comme outil de mémoire d’Anthropic (memory_20250818).',
  'the folder of the vault (default: memories)': 'le dossier du vault (par défaut : memories)',
  'do not read what the assistant notes for itself': 'ne pas lire ce que l’assistant note pour lui-même',
  'Show or change which assistants have their own notes read into the vault.':
    'Afficher ou changer les assistants dont les notes personnelles sont lues dans le vault.',
  'only the MCP server: sessions are not captured':
    'seulement le serveur MCP : les sessions ne sont pas captées',
  'which tools: memory (default), full, readonly': 'les outils : memory (par défaut), full, readonly',
  'remove Rappel from these settings': 'retirer Rappel de ces réglages',
  'show what any other client needs; change nothing':
    'afficher ce qu’il faut à tout autre client, sans rien modifier',
  'Serve one assistant over MCP, on standard input and output.':
    'Servir un assistant par MCP, sur l’entrée et la sortie standard.',
  'the set of tools: memory (default), full, readonly':
    'l’ensemble d’outils : memory (par défaut), full, readonly',
  'Remove a file or folder permanently: from files, history, queue, trash and index.':
    'Supprimer définitivement un fichier ou un dossier : des fichiers, de l’historique, de la file d’attente, de la corbeille et de l’index.',
  'file: end at once if another process does it':
    'file : terminer aussitôt si un autre processus s’en charge',
  'confirm: this cannot be undone': 'confirmer : c’est irréversible',
  'Redo an entry that was undone.': 'Rétablir une entrée annulée.',
  'Move a filed note to another project; Rappel learns from it.':
    'Déplacer une note classée vers un autre projet ; Rappel en tire une leçon.',
  'wait until the note is filed': 'attendre que la note soit classée',
  'Restore an earlier version of a file or folder.':
    'Restaurer une version antérieure d’un fichier ou d’un dossier.',
  'an entry of the history, or a date like 2025-07-14 or 2025-07-14T18:30':
    'une entrée de l’historique, ou une date comme 2025-07-14 ou 2025-07-14T18:30',
  'Retry an update that failed, waits for the model, or was dismissed.':
    'Réessayer de classer une note en échec, en attente du modèle ou écartée.',
  'every update that failed or waits for the model': 'toutes les notes en échec ou en attente du modèle',
  'wait until they are filed': 'attendre qu’elles soient classées',
  'Run the service: watcher, updates, search and HTTP.':
    'Lancer le service : surveillance des fichiers, notes, recherche et HTTP.',
  'where to listen (default 4747; 0 takes a free one)':
    'le port d’écoute (par défaut 4747 ; 0 prend un port libre)',
  'default 127.0.0.1; any other asks clients for the token':
    'par défaut 127.0.0.1 ; toute autre adresse exige le jeton d’accès',
  'ask clients for the token on 127.0.0.1 too, as behind a proxy':
    'exiger le jeton d’accès aussi sur 127.0.0.1, par exemple derrière un proxy',
  'where a proxy in front of it is reached, as https://example.org/rappel/; asks for the token':
    'l’adresse d’un proxy placé devant le service, comme https://example.org/rappel/ ; exige le jeton d’accès',
  'FOLDER | add FOLDER NAME | remove FOLDER NAME | status FOLDER | invite FOLDER NAME EMAIL | people FOLDER | remove FOLDER [NAME] EMAIL | audit FOLDER':
    'DOSSIER | add DOSSIER NOM | remove DOSSIER NOM | status DOSSIER | invite DOSSIER NOM EMAIL | people DOSSIER | remove DOSSIER [NOM] EMAIL | audit DOSSIER',
  'what someone invited may do: reader, editor or owner (default reader)':
    'ce que la personne invitée peut faire : reader (lire), editor (modifier) ou owner (propriétaire), reader par défaut',
  'what someone invited sees of the vault, several if repeated (default: everything)':
    'ce que la personne invitée voit du vault, plusieurs en répétant (par défaut : tout)',
  'how many entries of the audit log (default 50)': 'nombre d’entrées du journal d’audit (50 par défaut)',
  'Serve every vault of a folder, each at an address of its own.':
    'Servir tous les vaults d’un dossier, chacun à sa propre adresse.',
  'check this hub and the remotes of its vaults instead of one vault':
    'vérifier ce hub et les dépôts distants de ses vaults plutôt qu’un vault',
  'a folder or git repository through which several nodes share an added vault':
    'le dossier ou dépôt git par lequel plusieurs nœuds se partagent un vault ajouté',
  'where the other nodes of DATABASE_URL reach this one (default: where it listens)':
    'l’adresse où les autres nœuds de DATABASE_URL joignent celui-ci (par défaut, là où il écoute)',
  'default 127.0.0.1; clients need the token of their vault anywhere':
    'par défaut 127.0.0.1 ; partout, les clients ont besoin du jeton d’accès de leur vault',
  'where a proxy in front of it is reached, as https://example.org/rappel/':
    'l’adresse d’un proxy placé devant le service, comme https://example.org/rappel/',
  'Choose the language model, or the search engine (qmd or own); try it and save the choice.':
    'Choisir le modèle de langage ou le moteur de recherche (qmd ou own), l’essayer et enregistrer ce choix.',
  "the model's name at that provider": 'le nom du modèle chez ce fournisseur',
  'a cheaper model for short tasks': 'un modèle moins cher pour les tâches courtes',
  'the address of an OpenAI-compatible endpoint (Ollama, LM Studio, llama.cpp, vLLM)':
    'l’adresse d’un point d’accès compatible OpenAI (Ollama, LM Studio, llama.cpp, vLLM)',
  'use a model that Ollama, LM Studio or llama.cpp serves on this machine':
    'utiliser un modèle servi par Ollama, LM Studio ou llama.cpp sur cette machine',
  'file a test note with the model of the settings; save nothing':
    'classer une note d’essai avec le modèle des réglages, sans rien enregistrer',
  'use no model (built-in rules)': 'n’utiliser aucun modèle (règles intégrées)',
  'save the choice without trying the model': 'enregistrer ce choix sans essayer le modèle',
  'Show an entry of the history with its diff.': 'Afficher une entrée de l’historique et ses différences.',
  'Show whether the service runs, and what waits.': 'Indiquer si le service tourne et ce qui est en attente.',
  'Stop the service of this vault.': 'Arrêter le service de ce vault.',
  'Show files and folders with their tokens and last change.':
    'Afficher les fichiers et dossiers, leurs tokens et leur dernière modification.',
  'how many levels to show (default: all)': 'le nombre de niveaux à afficher (par défaut : tous)',
  'Read files, folders or wildcard paths, with line numbers.':
    'Lire des fichiers, des dossiers ou des motifs, avec les numéros de ligne.',
  'about N tokens from the start of each file': 'environ N tokens au début de chaque fichier',
  'about N tokens from the end of each file': 'environ N tokens à la fin de chaque fichier',
  'frontmatter and headings only': 'le frontmatter et les titres seulement',
  'Assemble files, or ranges of their lines, into one document.':
    'Assembler des fichiers, ou des plages de lignes, en un seul document.',
  'Write standard input or TEXT to a new file; --force replaces an existing one.':
    'Écrire l’entrée standard ou TEXTE dans un nouveau fichier ; --force remplace un fichier existant.',
  'replace the file if it exists': 'remplacer le fichier s’il existe',
  'Replace one passage of a file and show the change.':
    'Remplacer un passage d’un fichier et afficher le changement.',
  'the passage, exact and unique, or numbered lines as read shows them':
    'le passage, exact et unique, ou des lignes numérotées comme read les affiche',
  'the new text; empty removes the passage': 'le nouveau texte ; vide, il supprime le passage',
  'Add standard input or TEXT to the end of a file, or to its top.':
    'Ajouter l’entrée standard ou TEXTE à la fin d’un fichier, ou en tête.',
  'add the text at the top, below the frontmatter': 'ajouter le texte en tête, sous le frontmatter',
  'Move or rename a file or folder; never overwrites.':
    'Déplacer ou renommer un fichier ou un dossier ; n’écrase jamais rien.',
  "Delete a file or folder; a copy stays in the vault's trash.":
    'Supprimer un fichier ou un dossier ; une copie reste dans la corbeille du vault.',
  'keep what was changed since, and change the rest': 'garder ce qui a changé depuis, modifier le reste',
  'also replace what was changed since': 'remplacer aussi ce qui a changé depuis',
  'Undo an entry of the history.': 'Annuler une entrée de l’historique.',
  'show what would change, and do nothing': 'montrer ce qui changerait, sans rien faire',
  'Remember a text: it is saved at once, then filed.':
    'Retenir un texte : il est enregistré aussitôt, puis classé.',
  'an image to add; may be given several times': 'une image à joindre ; option répétable',
  'the project it belongs to; "" for none': 'le projet concerné ; "" pour aucun',
  'what it is: {0}': 'ce que c’est : {0}',
  'a heading for it': 'son titre',
  'when it is due, like 2025-07-14': 'l’échéance, par exemple 2025-07-14',
  'the line it corrects or the task it ends: words, or path:line':
    'la ligne qu’il corrige ou la tâche qu’il termine : des mots, ou chemin:ligne',
  'a captured session in the vault to draw from, instead of a text':
    'une session capturée dans le vault, à exploiter à la place d’un texte',
  'the inbox item to answer': 'la question de la boîte de réception à laquelle répondre',
  'an id of your own: the same id is saved only once':
    'un identifiant de votre choix : un même identifiant n’est enregistré qu’une fois',
  'wait until the text is filed': 'attendre que le texte soit classé',
  'also show which projects it may belong to, and why': 'montrer aussi les projets possibles, et pourquoi',
  'List, create or revoke the access tokens of other machines.':
    'Lister, créer ou révoquer les jetons d’accès d’autres machines.',
  '[create NAME | revoke NAME]': '[create NOM | revoke NOM]',

  '[ANSWER|last]': '[RÉPONSE|last]',
  'Say how an answer came about: why these passages, and why not others; without an answer, list them.':
    'Expliquer une réponse : pourquoi ces passages et pas d’autres ; sans réponse, les lister.',
  'how many answers to list (default: 20)': 'nombre de réponses à lister (20 par défaut)',
};
