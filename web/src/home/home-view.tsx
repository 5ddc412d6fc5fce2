import { useQuery } from '@tanstack/react-query';
import { fileQuery, useTree } from '../api/queries.js';
import { FileView } from '../file/file-view.js';
import { usePlace } from '../frame/navigation.js';
import { useTitle } from '../frame/title.js';
import { useText } from '../i18n/language.js';
import { splitFile } from '../markdown/frontmatter.js';
import { findNode } from '../tree/visible-rows.js';
import { Welcome } from './welcome.js';

/** Home is the overview; a vault that holds nothing yet is welcomed. */
export function HomeView() {
  const t = useText();
  const { data: root } = useTree();
  const { data: text } = useQuery(fileQuery('overview.md'));
  usePlace();
  useTitle(t.nav.overview);
  const projects = root ? (findNode(root, 'projects')?.children ?? []) : null;
  const isNew = projects?.length === 0 && text !== undefined && splitFile(text).body.trim() === '';
  return isNew ? <Welcome /> : <FileView path="overview.md" />;
}
