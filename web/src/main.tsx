import './styles/page.css';
