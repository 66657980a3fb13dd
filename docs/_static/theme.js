// Before anything is drawn: light or dark as the reader chose, else as the system says.
document.body.dataset.theme = localStorage.getItem("theme") || "auto";
